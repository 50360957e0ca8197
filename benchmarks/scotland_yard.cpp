// A plain loop for Scotland Yard: full games from the library's first start position (seed 0).
// Usage: scotland_yard 6 random|greedy SECONDS. Reads the map from mctslib/games/data beside this file's folder.
#include <algorithm>
#include <bitset>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

static const int N = 200, ROUNDS = 24, SEEKERS = 5, BLACK = 3, DOUBLE = 4;
static const int START[6] = {112, 50, 94, 91, 26, 197};
using Set = std::bitset<256>;

static std::vector<int> links[N][4];  // by ticket: taxi, bus, underground, black
static Set targets[N][4], starts;
static int distances[N][N];

static uint64_t rng_state = 88172645463325252ull;
static uint32_t random_below(uint32_t n) {
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return uint32_t((rng_state >> 32) * n >> 32);
}

static void add(int a, int b, int ticket) {
    if (!targets[a][ticket][b]) links[a][ticket].push_back(b);
    targets[a][ticket][b] = true;
}

static FILE* open_table(const char* name) {
    std::string folder = __FILE__;
    folder = folder.substr(0, folder.find_last_of('/') + 1) + "../mctslib/games/data/scotland_yard_";
    FILE* file = fopen((folder + name + ".csv").c_str(), "r");
    if (!file) fprintf(stderr, "cannot read the table %s\n", name), exit(1);
    char header[64];
    if (!fgets(header, sizeof header, file)) exit(1);
    return file;
}

static void read_map() {
    int a, b;
    char kind[16];
    FILE* edges = open_table("edges");
    while (fscanf(edges, "%d,%d,%15s", &a, &b, kind) == 3) {
        int ticket = kind[0] == 't' ? 0 : kind[0] == 'u' ? 2 : !strcmp(kind, "bus") ? 1 : BLACK;
        for (int t : {ticket, BLACK}) add(a, b, t), add(b, a, t);
    }
    fclose(edges);
    FILE* start = open_table("start");
    while (fscanf(start, "%d", &a) == 1) starts[a] = true;
    fclose(start);
    for (int from = 1; from < N; from++) {  // breadth first, no boats
        std::vector<int> queue = {from};
        for (int i = 1; i < N; i++) distances[from][i] = i == from ? 0 : 255;
        for (size_t head = 0; head < queue.size(); head++)
            for (int ticket = 0; ticket < BLACK; ticket++)
                for (int next : links[queue[head]][ticket])
                    if (distances[from][next] == 255) {
                        distances[from][next] = distances[from][queue[head]] + 1;
                        queue.push_back(next);
                    }
    }
}

struct Move {
    uint8_t target, ticket;
    bool with_double;
};

struct Position {
    int place[6], tickets[6][5], round = 0;
    Set possible;

    bool seeker_on(int station) const {
        for (int s = 1; s <= SEEKERS; s++)
            if (place[s] == station) return true;
        return false;
    }

    int value(int player, int target) const {
        if (player) return -distances[target][place[0]];
        int nearest = 255;
        for (int s = 1; s <= SEEKERS; s++) nearest = std::min(nearest, distances[place[s]][target]);
        return nearest;
    }

    int moves(int player, bool greedy, Move* list) const {
        int n = 0, best = -1000;
        bool doubles = player == 0 && tickets[0][DOUBLE] && round + 1 < ROUNDS;
        for (int ticket = 0; ticket < (player ? 3 : 4); ticket++) {
            if (!tickets[player][ticket]) continue;
            for (int target : links[place[player]][ticket]) {
                if (seeker_on(target)) continue;
                if (greedy) {
                    int v = value(player, target);
                    if (v < best) continue;
                    if (v > best) best = v, n = 0;
                }
                list[n++] = {uint8_t(target), uint8_t(ticket), false};
                if (doubles) list[n++] = {uint8_t(target), uint8_t(ticket), true};
            }
        }
        return n;
    }

    bool all_stranded() const {
        for (int s = 1; s <= SEEKERS; s++)
            for (int ticket = 0; ticket < 3; ticket++)
                if (tickets[s][ticket] && !links[place[s]][ticket].empty()) return false;
        return true;
    }

    // Mister X moves; true if the detectives skip the round.
    bool hide(const Move* move) {
        round++;
        if (move) {
            tickets[0][move->ticket]--;
            place[0] = move->target;
            if (move->with_double) tickets[0][DOUBLE]--;
            Set next;
            for (int station = possible._Find_first(); station < 256; station = possible._Find_next(station))
                next |= targets[station][move->ticket];
            for (int s = 1; s <= SEEKERS; s++) next[place[s]] = false;
            possible = next;
        }
        if (round == 3 || round == 8 || round == 13 || round == 18 || round == 24) {
            possible.reset();
            possible[place[0]] = true;
        }
        return move && move->with_double;
    }

    // A detective moves; true if he catches Mister X.
    bool seek(int player, const Move& move) {
        tickets[player][move.ticket]--;
        tickets[0][move.ticket]++;
        place[player] = move.target;
        possible[move.target] = false;
        return move.target == place[0];
    }
};

// Plays a game; true if Mister X escapes.
static bool play(Position& position, bool greedy) {
    Move list[64];
    auto choose = [&](int player) {
        int n = position.moves(player, greedy && random_below(1000) >= 50, list);
        return n ? &list[random_below(n)] : nullptr;
    };
    while (position.round < ROUNDS) {
        if (position.hide(choose(0))) continue;
        for (int player = 1; player <= SEEKERS; player++) {
            Move* move = choose(player);
            if (move && position.seek(player, *move)) return false;
            if (!position.tickets[player][0] && position.all_stranded()) return true;
        }
    }
    return true;
}

int main(int argc, char** argv) {
    if (argc != 4 || atoi(argv[1]) != 6) return fprintf(stderr, "usage: scotland_yard 6 random|greedy SECONDS\n"), 2;
    bool greedy = !strcmp(argv[2], "greedy");
    double seconds = atof(argv[3]), elapsed = 0;
    read_map();
    Position first;
    first.possible = starts;
    for (int player = 0; player < 6; player++) {
        const int owned[2][5] = {{4, 3, 3, 5, 2}, {10, 8, 4, 0, 0}};
        first.place[player] = START[player];
        std::copy(owned[player > 0], owned[player > 0] + 5, first.tickets[player]);
        if (player) first.possible[START[player]] = false;
    }
    long games = 0, escapes = 0;
    auto start = std::chrono::steady_clock::now();
    while (elapsed < seconds) {
        for (int batch = 0; batch < 1000; batch++, games++) {
            Position position = first;
            escapes += play(position, greedy);
        }
        elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    fprintf(stderr, "Mister X escapes in %.3f\n", double(escapes) / games);
    printf("%.1f\n", games / elapsed);
}
