// A plain loop for Blokus: full games from the start. Every placement of a piece in hand that covers a live corner is
// tested cell by cell. Usage: blokus PLAYERS random|greedy SECONDS
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <utility>
#include <vector>

const int SIDE = 20, CELLS = 400, PLAYERS = 4, PIECES = 21;

// Cells as row * 5 + column, largest pieces first.
static const std::vector<std::vector<int>> PIECE_CELLS = {
    {1, 2, 5, 6, 11}, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 5}, {0, 1, 6, 7, 8}, {0, 1, 5, 6, 10}, {0, 1, 2, 6, 11},
    {0, 2, 5, 6, 7}, {0, 5, 10, 11, 12}, {0, 5, 6, 11, 12}, {1, 5, 6, 7, 11}, {0, 1, 2, 3, 6}, {0, 1, 6, 11, 12},
    {0, 1, 2, 3}, {0, 1, 5, 6}, {0, 1, 2, 6}, {0, 1, 2, 5}, {0, 1, 6, 7},
    {0, 1, 2}, {0, 1, 5}, {0, 1}, {0}};

struct Placement {
    int16_t number, piece, size, cells[5];
};

static std::vector<Placement> placements;
static std::vector<Placement> covering[CELLS][PIECES];  // placements of a piece that cover a cell
static std::vector<int> sides[CELLS], diagonals[CELLS];
static const int START[PLAYERS] = {380, 399, 19, 0};

static uint64_t rng_state = 88172645463325252ull;
static uint32_t random_below(uint32_t n) {
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return uint32_t((rng_state >> 32) * n >> 32);
}

static void build_tables() {
    for (int cell = 0; cell < CELLS; cell++)
        for (int dr = -1; dr <= 1; dr++)
            for (int dc = -1; dc <= 1; dc++) {
                int r = cell / SIDE + dr, c = cell % SIDE + dc;
                if (r < 0 || r >= SIDE || c < 0 || c >= SIDE || (!dr && !dc)) continue;
                (dr && dc ? diagonals : sides)[cell].push_back(r * SIDE + c);
            }
    for (int piece = 0; piece < PIECES; piece++) {
        std::set<std::vector<std::pair<int, int>>> forms;
        for (int turn = 0; turn < 8; turn++) {
            std::vector<std::pair<int, int>> form;
            for (int cell : PIECE_CELLS[piece]) {
                int r = cell / 5, c = cell % 5;
                if (turn & 1) r = 4 - r;
                if (turn & 2) c = 4 - c;
                if (turn & 4) std::swap(r, c);
                form.push_back({r, c});
            }
            int low_r = 9, low_c = 9;
            for (auto& [r, c] : form) low_r = std::min(low_r, r), low_c = std::min(low_c, c);
            for (auto& [r, c] : form) r -= low_r, c -= low_c;
            std::sort(form.begin(), form.end());
            forms.insert(form);
        }
        for (const auto& form : forms)
            for (int row = 0; row < SIDE; row++)
                for (int column = 0; column < SIDE; column++) {
                    Placement place = {int16_t(placements.size()), int16_t(piece), 0, {}};
                    for (auto [r, c] : form)
                        if (row + r < SIDE && column + c < SIDE)
                            place.cells[place.size++] = int16_t((row + r) * SIDE + column + c);
                    if (place.size < int(form.size())) continue;
                    for (int i = 0; i < place.size; i++)
                        covering[place.cells[i]][piece].push_back(place);
                    placements.push_back(place);
                }
    }
}

struct Position {
    bool blocked[PLAYERS][CELLS] = {};  // occupied, or beside an own cell
    bool diagonal[PLAYERS][CELLS] = {};
    bool used[PLAYERS][PIECES] = {};
    bool stuck[PLAYERS] = {};
    std::vector<int> corners[PLAYERS];
    int squares[PLAYERS] = {};

    Position() {
        for (int p = 0; p < PLAYERS; p++) corners[p].push_back(START[p]);
    }

    bool fits(int player, const Placement& place) const {
        for (int i = 0; i < place.size; i++)
            if (blocked[player][place.cells[i]]) return false;
        return true;
    }

    // All legal placements, or only those of the largest piece size that fits.
    void legal(int player, bool greedy, std::vector<int>& moves) {
        static std::vector<int> stamp(placements.size(), 0);
        static int now = 0;
        now++;
        moves.clear();
        auto& live = corners[player];
        live.erase(std::remove_if(live.begin(), live.end(), [&](int c) { return blocked[player][c]; }), live.end());
        int size = 5;
        for (int piece = 0; piece < PIECES; piece++) {
            if (used[player][piece]) continue;
            if (greedy && !moves.empty() && int(PIECE_CELLS[piece].size()) < size) break;
            size = int(PIECE_CELLS[piece].size());
            for (int corner : live)
                for (const Placement& place : covering[corner][piece])
                    if (fits(player, place) && stamp[place.number] != now) {
                        stamp[place.number] = now;
                        moves.push_back(place.number);
                    }
        }
    }

    void play(int player, int move) {
        const Placement& place = placements[move];
        used[player][place.piece] = true;
        squares[player] += place.size;
        for (int i = 0; i < place.size; i++) {
            for (auto& board : blocked) board[place.cells[i]] = true;
            for (int side : sides[place.cells[i]]) blocked[player][side] = true;
        }
        for (int i = 0; i < place.size; i++)
            for (int cell : diagonals[place.cells[i]])
                if (!blocked[player][cell] && !diagonal[player][cell]) {
                    diagonal[player][cell] = true;
                    corners[player].push_back(cell);
                }
    }
};

int main(int argc, char** argv) {
    if (argc != 4 || atoi(argv[1]) != PLAYERS) return fprintf(stderr, "usage: blokus 4 random|greedy SECONDS\n"), 2;
    bool greedy = !strcmp(argv[2], "greedy");
    double seconds = atof(argv[3]), elapsed = 0;
    build_tables();
    long games = 0, plies = 0, wins = 0;
    std::vector<int> moves;
    auto start = std::chrono::steady_clock::now();
    while (elapsed < seconds) {
        for (int batch = 0; batch < 20; batch++, games++) {
            Position position;
            for (int player = 0, left = PLAYERS; left > 0; player = (player + 1) % PLAYERS) {
                if (position.stuck[player]) continue;
                position.legal(player, greedy && random_below(1000) >= 50, moves);
                if (moves.empty()) {
                    position.stuck[player] = true;
                    left--;
                    continue;
                }
                position.play(player, moves[random_below(uint32_t(moves.size()))]);
                plies++;
            }
            wins += *std::max_element(position.squares, position.squares + PLAYERS) == position.squares[0];
        }
        elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    fprintf(stderr, "%zu placements, %.2f plies, first player wins or ties %.3f\n", placements.size(),
            double(plies) / games, double(wins) / games);
    printf("%.1f\n", games / elapsed);
}
