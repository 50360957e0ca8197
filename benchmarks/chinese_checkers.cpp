// A plain loop for Chinese Checkers: full games from the start.
// Usage: chinese_checkers PLAYERS random|greedy SECONDS
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static const int FIELDS = 73, PIECES = 6, CAP = 1000, EMPTY = -1;
static const int DQ[6] = {1, 0, -1, -1, 0, 1}, DR[6] = {0, 1, 1, 0, -1, -1};

static int beside[FIELDS][6];          // the neighbour in each direction, or -1
static int arm_field[6][PIECES];       // the fields of each arm
static int arm_of[FIELDS];             // the arm that a field belongs to, or -1
static int distance_to[6][FIELDS];     // steps to the tip of each arm

static uint64_t rng_state = 88172645463325252ull;
static uint32_t random_below(uint32_t n) {
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return uint32_t((rng_state >> 32) * n >> 32);
}

static void build_star() {
    int number[13][13], qs[FIELDS], rs[FIELDS], fields = 0;
    memset(number, -1, sizeof number);
    for (int r = -6; r <= 6; r++)
        for (int q = -6; q <= 6; q++)
            if ((q >= -3 && r >= -3 && q + r <= 3) || (q <= 3 && r <= 3 && q + r >= -3)) {
                number[q + 6][r + 6] = fields;
                qs[fields] = q;
                rs[fields++] = r;
            }
    for (int f = 0; f < FIELDS; f++)
        for (int d = 0; d < 6; d++) {
            int q = qs[f] + DQ[d], r = rs[f] + DR[d];
            beside[f][d] = std::max(abs(q), abs(r)) <= 6 ? number[q + 6][r + 6] : -1;
        }
    memset(arm_of, -1, sizeof arm_of);
    for (int arm = 0, q = 3, r = -6; arm < 6; arm++) {
        int n = 0;
        for (int f = 0; f < FIELDS; f++) {
            int a = qs[f] - q, b = rs[f] - r;
            distance_to[arm][f] = std::max(std::max(abs(a), abs(b)), abs(a + b));
            if (distance_to[arm][f] > 2) continue;
            arm_field[arm][n++] = f;
            arm_of[f] = arm;
        }
        int turned = q + r;  // the next tip, clockwise
        q = -r;
        r = turned;
    }
}

struct Move {
    int piece, target;
};

struct Position {
    int8_t owner[FIELDS];
    int field[6][PIECES];
    int home[6], owner_of_home[6];  // by player; by arm, or EMPTY

    void set_up(int players) {
        static const int seats[7][6] = {{}, {}, {0, 3}, {0, 2, 4}, {0, 1, 3, 4}, {}, {0, 1, 2, 3, 4, 5}};
        memset(owner, EMPTY, sizeof owner);
        memset(owner_of_home, EMPTY, sizeof owner_of_home);
        for (int p = 0; p < players; p++) {
            home[p] = (seats[players][p] + 3) % 6;
            owner_of_home[home[p]] = p;
            for (int i = 0; i < PIECES; i++) {
                field[p][i] = arm_field[seats[players][p]][i];
                owner[field[p][i]] = p;
            }
        }
    }

    // All fields that the piece on `start` can go to.
    int targets(int start, int* list) const {
        bool reached[FIELDS] = {};
        int stack[FIELDS], depth = 0, n = 0;
        reached[start] = true;
        stack[depth++] = start;
        while (depth > 0) {
            int from = stack[--depth];
            for (int d = 0; d < 6; d++) {
                int over = beside[from][d];
                if (over < 0 || owner[over] == EMPTY || over == start) continue;
                int landing = beside[over][d];
                if (landing < 0 || owner[landing] != EMPTY || reached[landing]) continue;
                reached[landing] = true;
                stack[depth++] = landing;
                list[n++] = landing;
            }
        }
        for (int d = 0; d < 6; d++) {
            int next = beside[start][d];
            if (next >= 0 && owner[next] == EMPTY) list[n++] = next;  // never reached by jumps
        }
        return n;
    }

    int moves(int player, bool greedy, Move* list) const {
        const int* distance = distance_to[home[player]];
        int best = -100, n = 0;
        for (int i = 0; i < PIECES; i++) {
            int reachable[FIELDS], start = field[player][i];
            int count = targets(start, reachable);
            for (int k = 0; k < count; k++) {
                if (greedy) {
                    int value = distance[start] - distance[reachable[k]];
                    if (value < best) continue;
                    if (value > best) {
                        best = value;
                        n = 0;
                    }
                }
                list[n++] = {i, reachable[k]};
            }
        }
        return n;
    }

    void play(int player, Move move) {
        owner[field[player][move.piece]] = EMPTY;
        field[player][move.piece] = move.target;
        owner[move.target] = player;
    }

    // The player whose home was filled by a move to `target`, if one of his pieces is in it; or EMPTY.
    int winner(int target) const {
        int player = arm_of[target] < 0 ? EMPTY : owner_of_home[arm_of[target]];
        return player != EMPTY && has_won(player) ? player : EMPTY;
    }

    bool has_won(int player) const {
        bool own = false;
        for (int f : arm_field[home[player]]) {
            if (owner[f] == EMPTY) return false;
            own |= owner[f] == player;
        }
        return own;
    }
};

int main(int argc, char** argv) {
    if (argc != 4) return fprintf(stderr, "usage: chinese_checkers PLAYERS random|greedy SECONDS\n"), 2;
    int players = atoi(argv[1]);
    bool greedy = !strcmp(argv[2], "greedy");
    double seconds = atof(argv[3]), elapsed = 0;
    build_star();
    long games = 0, plies = 0, cut_off = 0, wins[6] = {};
    Position position;
    Move list[200];
    auto start = std::chrono::steady_clock::now();
    while (elapsed < seconds) {
        for (int batch = 0; batch < 100; batch++, games++) {
            position.set_up(players);
            int player = 0, ply = 0;
            while (true) {
                int n = position.moves(player, greedy && random_below(1000) >= 50, list);
                if (n > 0) {
                    if (ply == CAP) {
                        cut_off++;
                        break;
                    }
                    Move move = list[random_below(n)];
                    position.play(player, move);
                    ply++;
                    int winner = position.winner(move.target);
                    if (winner != EMPTY) {
                        wins[winner]++;
                        break;
                    }
                }
                player = player + 1 < players ? player + 1 : 0;
            }
            plies += ply;
        }
        elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    fprintf(stderr, "first player wins %.3f, cut off %.4f, plies %.2f\n", double(wins[0]) / games,
            double(cut_off) / games, double(plies) / games);
    printf("%.1f\n", games / elapsed);
}
