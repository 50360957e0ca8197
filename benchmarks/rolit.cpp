// A plain bitboard loop for Rolit: full games from the start. Usage: rolit PLAYERS random|greedy SECONDS
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using Board = uint64_t;

static const Board NOT_A = 0xFEFEFEFEFEFEFEFEull, NOT_H = 0x7F7F7F7F7F7F7F7Full;
static const int UPPER[4][8] = {{5, 2, 4, 3, 3, 4, 2, 5}, {2, 1, 3, 3, 3, 3, 1, 2},
                                {4, 3, 4, 4, 4, 4, 3, 4}, {3, 3, 4, 4, 4, 4, 3, 3}};
static int square_value[64];

static uint64_t rng_state = 88172645463325252ull;
static uint32_t random_below(uint32_t n) {
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return uint32_t((rng_state >> 32) * n >> 32);
}

template <int D> static Board shift(Board b) {
    switch (D) {
        case 0: return (b << 1) & NOT_A;
        case 1: return (b << 9) & NOT_A;
        case 2: return b << 8;
        case 3: return (b << 7) & NOT_H;
        case 4: return (b >> 1) & NOT_H;
        case 5: return (b >> 9) & NOT_H;
        case 6: return b >> 8;
        default: return (b >> 7) & NOT_A;
    }
}

template <int D> static Board targets(Board own, Board other) {
    Board run = shift<D>(own) & other;
    for (int i = 0; i < 5; i++) run |= shift<D>(run) & other;
    return shift<D>(run);
}

template <int D> static Board flips(Board piece, Board own, Board other) {
    Board run = shift<D>(piece) & other;
    for (int i = 0; i < 5; i++) run |= shift<D>(run) & other;
    return shift<D>(run) & own ? run : 0;
}

struct Position {
    Board colour[4];
    Board occupied() const { return colour[0] | colour[1] | colour[2] | colour[3]; }

    Board legal(int player) const {
        Board all = occupied(), own = colour[player], other = all ^ own;
        Board found = targets<0>(own, other) | targets<1>(own, other) | targets<2>(own, other) |
                      targets<3>(own, other) | targets<4>(own, other) | targets<5>(own, other) |
                      targets<6>(own, other) | targets<7>(own, other);
        found &= ~all;
        if (found) return found;
        Board sides = all | ((all << 1) & NOT_A) | ((all >> 1) & NOT_H);
        return (sides | sides << 8 | sides >> 8) & ~all;
    }

    void play(int player, int square) {
        Board own = colour[player], other = occupied() ^ own, piece = 1ull << square;
        Board turned = flips<0>(piece, own, other) | flips<1>(piece, own, other) | flips<2>(piece, own, other) |
                       flips<3>(piece, own, other) | flips<4>(piece, own, other) | flips<5>(piece, own, other) |
                       flips<6>(piece, own, other) | flips<7>(piece, own, other);
        for (Board& board : colour) board &= ~turned;
        colour[player] |= turned | piece;
    }
};

static int choose(Board squares, bool greedy) {
    int list[64], n = 0, best = 0;
    for (; squares; squares &= squares - 1) {
        int square = __builtin_ctzll(squares);
        if (greedy && square_value[square] < best) continue;
        if (greedy && square_value[square] > best) {
            best = square_value[square];
            n = 0;
        }
        list[n++] = square;
    }
    return list[random_below(n)];
}

int main(int argc, char** argv) {
    if (argc != 4) return fprintf(stderr, "usage: rolit PLAYERS random|greedy SECONDS\n"), 2;
    int players = atoi(argv[1]);
    bool greedy = !strcmp(argv[2], "greedy");
    double seconds = atof(argv[3]), elapsed = 0;
    for (int s = 0; s < 64; s++) square_value[s] = UPPER[s / 8 < 4 ? s / 8 : 7 - s / 8][s % 8];
    long games = 0, wins[4] = {0, 0, 0, 0};
    auto start = std::chrono::steady_clock::now();
    while (elapsed < seconds) {
        for (int batch = 0; batch < 1000; batch++, games++) {
            Position position = {{1ull << 35, 1ull << 36, 1ull << 28, 1ull << 27}};
            for (int ply = 0; ply < 60; ply++) {
                int player = ply % players;
                bool by_value = greedy && random_below(1000) >= 50;
                position.play(player, choose(position.legal(player), by_value));
            }
            int winner = 0;
            for (int p = 1; p < players; p++)
                if (__builtin_popcountll(position.colour[p]) > __builtin_popcountll(position.colour[winner])) winner = p;
            wins[winner]++;
        }
        elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    fprintf(stderr, "first player wins %.3f\n", double(wins[0]) / games);
    printf("%.1f\n", games / elapsed);
}
