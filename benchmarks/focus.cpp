// A plain loop for Focus: full games from the start. Usage: focus PLAYERS random|greedy SECONDS
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static const int SIDE = 8, SQUARES = 64, TALLEST = 5, COLOURS = 4, CAP = 10000, FROM_HAND = -1;
static const int FROM_EACH[5] = {0, 0, 6, 3, 2}, IN_ALL = 10;
static const char* START[5] = {  // row 8 first; R, Y, G and B are the players 0 to 3
    "", "",
    "  ....  / YYRRYY /.RRYYRR./.YYRRYY./.RRYYRR./.YYRRYY./ RRYYRR /  ....  ",
    "  ....  / GGRRYY /.YYGGRR./.RRYYGG./.GGRRYY./.YYGGRR./ RRYYGG /  ....  ",
    "  BRYR  / BRYGYR /BRYGBGYR/RYGBRBGY/BRYGYRBG/GBRYRBGY/ GBRBGY /  GBGY  "};

static int fields[52], landing[SQUARES][TALLEST + 1][4];  // where so many pieces land in each direction, or -1

static uint64_t rng_state = 88172645463325252ull;
static uint32_t random_below(uint32_t n) {
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return uint32_t((rng_state >> 32) * n >> 32);
}

static bool on_board(int row, int column) {
    if (row < 0 || row >= SIDE || column < 0 || column >= SIDE) return false;
    return std::min(row, 7 - row) + std::min(column, 7 - column) > 1;
}

static void build_board() {
    static const int up[4] = {1, 0, -1, 0}, right[4] = {0, 1, 0, -1};
    int n = 0;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) {
            if (!on_board(row, column)) continue;
            fields[n++] = SIDE * row + column;
            for (int lifted = 1; lifted <= TALLEST; lifted++)
                for (int d = 0; d < 4; d++) {
                    int r = row + lifted * up[d], c = column + lifted * right[d];
                    landing[SIDE * row + column][lifted][d] = on_board(r, c) ? SIDE * r + c : -1;
                }
        }
}

struct Move {
    int source, lifted, target;
};

struct Position {
    int players;
    int8_t stack[SQUARES][TALLEST];  // colours, bottom piece first
    int height[SQUARES];
    int held[COLOURS][COLOURS];      // by player and colour; a player's own colour is his reserve
    bool must_place[COLOURS];

    void set_up(int number) {
        players = number;
        memset(height, 0, sizeof height);
        memset(held, 0, sizeof held);
        for (int row = SIDE - 1, i = 0; row >= 0; row--, i++)
            for (int column = 0; column < SIDE; column++, i++)
                if (const char* letter = strchr("RYGB", START[players][i]))
                    stack[SIDE * row + column][height[SIDE * row + column]++] = int8_t(letter - "RYGB");
        for (int p = 0; p < players; p++) {
            must_place[p] = players == 3;
            held[p][p] = players == 3;
        }
    }

    bool controls(int player, int square) const {
        return height[square] > 0 && stack[square][height[square] - 1] == player;
    }

    int value(int player, const Move& move) const {
        int gained = !controls(player, move.target);
        if (move.source != FROM_HAND) {
            int left = height[move.source] - move.lifted;
            gained -= left == 0 || stack[move.source][left - 1] != player;
        }
        return 10 * (move.lifted + height[move.target]) + gained;
    }

    int moves(int player, bool greedy, Move* list) const {
        int best = -1, n = 0;
        auto add = [&](const Move& move) {
            if (greedy) {
                int worth = value(player, move);
                if (worth < best) return;
                if (worth > best) {
                    best = worth;
                    n = 0;
                }
            }
            list[n++] = move;
        };
        if (!must_place[player])
            for (int square : fields)
                if (controls(player, square))
                    for (int lifted = 1; lifted <= height[square]; lifted++)
                        for (int target : landing[square][lifted])
                            if (target >= 0) add({square, lifted, target});
        if (held[player][player] > 0)
            for (int square : fields)
                if (!must_place[player] || height[square] == 0) add({FROM_HAND, 1, square});
        return n;
    }

    void play(int player, const Move& move) {
        int8_t merged[2 * TALLEST];
        int n = height[move.target];
        memcpy(merged, stack[move.target], n);
        if (move.source == FROM_HAND) {
            merged[n++] = int8_t(player);
            held[player][player]--;
            must_place[player] = false;
        } else {
            height[move.source] -= move.lifted;
            memcpy(merged + n, stack[move.source] + height[move.source], move.lifted);
            n += move.lifted;
        }
        int taken = std::max(0, n - TALLEST);
        for (int i = 0; i < taken; i++) held[player][merged[i]]++;
        memcpy(stack[move.target], merged + taken, n - taken);
        height[move.target] = n - taken;
    }

    bool has_won(int player) const {
        int in_all = 0;
        bool from_each = true;
        for (int colour = 0; colour < players; colour++) {
            if (colour == player) continue;
            in_all += held[player][colour];
            from_each &= held[player][colour] >= FROM_EACH[players];
        }
        return from_each || in_all >= IN_ALL;
    }
};

int main(int argc, char** argv) {
    int players = argc == 4 ? atoi(argv[1]) : 0;
    if (players < 2 || players > 4) return fprintf(stderr, "usage: focus 2|3|4 random|greedy SECONDS\n"), 2;
    bool greedy = !strcmp(argv[2], "greedy");
    double seconds = atof(argv[3]), elapsed = 0;
    build_board();
    long games = 0, plies = 0, cut_off = 0, wins[COLOURS] = {};
    Position position;
    Move list[300];
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
                    position.play(player, list[random_below(n)]);
                    ply++;
                    if (position.has_won(player)) {
                        wins[player]++;
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
