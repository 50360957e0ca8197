import threading
import time
from concurrent.futures import ThreadPoolExecutor
from math import comb

import numpy as np
import pytest

import mctslib as ml
from mctslib.games import chinese_checkers_table as distances
from mctslib.games.base import HEADER, OVER, PLAYERS, TO_MOVE
from mctslib.games.chinese_checkers import EVERYBODY, OWN, SEATS, WINNER
from mctslib.games.chinese_checkers_board import COORDINATES, FIELDS, NUMBER, fields_of, turned, words_of
from tests.naive import chinese_checkers as naive

COUNTS = list(SEATS)


def number(field):
    """Our number of a field of the slow reference."""
    return NUMBER[field[0], field[2]]


def as_move(move):
    return FIELDS * number(move[0]) + number(move[1])


def position(players, board, to_move=0, winner=0):
    """The array of a position, from the slow reference's board."""
    array = np.zeros(OWN + 12, np.int64)
    array[[TO_MOVE, PLAYERS, OVER, WINNER]] = to_move, players, winner > 0, winner
    for seat in range(players):
        words = words_of([(field[0], field[2]) for field, owner in board.items() if owner == seat]).view(np.int64)
        array[OWN + 2 * seat : OWN + 2 * seat + 2] = words
        array[EVERYBODY : EVERYBODY + 2] |= words
    return array


def test_fields_are_those_of_the_slow_reference():
    assert sorted(map(number, naive.STAR)) == list(range(73))


@pytest.mark.parametrize("players", COUNTS)
def test_start_position(players):
    state = ml.make_game("chinese_checkers", players).initial_state()
    assert np.array_equal(state.array, position(players, naive.start(players)))


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_perft_agrees_with_the_slow_reference(players, depth):
    expected = naive.perft(naive.start(players), 0, players, depth)
    assert ml.make_game("chinese_checkers", players).perft(depth) == expected


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("randomness", [0.1, 0.5, 1])
def test_games_agree_with_the_slow_reference_at_every_ply(players, randomness):
    """Half greedy games come to an end soon; random ones wander over the whole star."""
    rng = np.random.default_rng(players)
    game = ml.make_game("chinese_checkers", players)
    for _ in range(4):
        state, board = game.initial_state(), naive.start(players)
        for _ in range(300):
            player = state.to_move
            moves = naive.legal(board, player)
            values = [naive.value(player, players, move) for move in moves]
            best = [move for move, value in zip(moves, values, strict=True) if value == max(values)]
            assert sorted(state.legal_moves()) == sorted(map(as_move, moves))
            assert sorted(state.best_moves()) == sorted(map(as_move, best))
            assert [state.move_value(as_move(move)) for move in moves] == values
            candidates = moves if rng.random() < randomness else best
            move = candidates[rng.integers(len(candidates))]
            board = naive.play(board, move)
            state = state.play(as_move(move))
            array = position(players, board, state.to_move, int(state.array[WINNER]))
            assert np.array_equal(state.array[HEADER:], array[HEADER:])
            winner = naive.winner(board, players)
            assert state.is_over == (winner is not None)
            if state.is_over:
                assert state.scores.tolist() == [float(seat == winner) for seat in range(players)]
                break
            assert state.to_move == (player + 1) % players or not naive.legal(board, (player + 1) % players)


# Player 1 of 2 goes home to the top arm. The gap is a field of its last row; the door is a field below it.
GAP, DOOR = (1, 3, -4), (1, 2, -3)


def nearly_home(inside, at_the_door):
    """A board with the owners `inside` on the top arm except the gap, and one piece at the door; the rest below."""
    board = dict(zip(sorted(naive.ARMS[0] - {GAP}), inside, strict=True))
    board[DOOR] = at_the_door
    rest = [owner for owner in (0, 1) for _ in range(6 - list(board.values()).count(owner))]
    return board | dict(zip(sorted(naive.CENTRE, key=lambda field: (-field[2], field)), rest, strict=False))


@pytest.mark.parametrize(
    ("inside", "mover", "wins"),
    [
        ([1, 1, 1, 1, 1], 1, True),
        ([0, 0, 0, 0, 0], 1, True),  # one own piece is enough
        ([0, 1, 0, 1, 0], 1, True),
        ([0, 0, 0, 0, 0], 0, False),  # full, but none of player 1's own
        ([0, 0, 1, 0, 0], 0, True),  # filled by the opponent: he hands player 1 the game
    ],
)
def test_full_home_with_one_own_piece_wins_for_its_owner(inside, mover, wins):
    board = nearly_home(inside, mover)
    state = ml.make_game("chinese_checkers", 2).state_from_array(position(2, board, mover))
    after = state.play(as_move((DOOR, GAP)))
    assert after.is_over == wins == naive.has_won(naive.play(board, (DOOR, GAP)), 1, 2)
    assert after.scores.tolist() == ([0, 1] if wins else [0, 0])
    assert after.game.state_from_array(after.array) == after


def test_a_player_who_is_shut_in_passes():
    walls = [(q, -3) for q in range(4)] + [(q, -2) for q in range(-1, 4)] + [(0, 0), (0, 2), (0, 3)]
    board = dict.fromkeys(naive.ARMS[0], 0)
    board |= {(q, -q - r, r): 1 + i // 6 for i, (q, r) in enumerate(walls)}
    assert naive.legal(board, 0) == []
    state = ml.make_game("chinese_checkers", 3).state_from_array(position(3, board, to_move=2))
    assert state.legal_moves(player=0) == []
    after = state.play(as_move(((0, 0, 0), (1, -1, 0))))
    assert after.to_move == 1
    assert after.ply == 1


@pytest.mark.parametrize("players", COUNTS)
def test_pieces_are_conserved(players):
    game = ml.make_game("chinese_checkers", players)
    rng = np.random.default_rng(1)
    for seed in range(5):
        state = game.initial_state(seed)
        while not state.is_over and state.ply < 300:
            state = state.play(rng.choice(state.legal_moves()))
            boards = state.array[OWN:].reshape(6, 2)
            assert [len(fields_of(*board)) for board in boards] == [6] * players + [0] * (6 - players)
            assert game.check(state.array) is None


@pytest.mark.parametrize(
    ("words", "values", "message"),
    [
        (OWN, 1, "player 0 has a piece off the star"),
        (OWN, 0, "player 0 has . pieces; each of the 2 players has 6"),
        ([OWN, OWN + 1, OWN + 2, OWN + 3], [1 << 14 | 1 << 15 | 1 << 19, 7 << 13] * 2, "two players share a field"),
        (EVERYBODY, 0, "not the union"),
        (OVER, 1, "exactly when his home is full; here it is that of nobody"),
        ([OVER, WINNER], 1, "exactly when his home is full; here it is that of nobody"),
        ([OVER, WINNER], [1, 3], "exactly when his home is full; here it is that of nobody"),
    ],
)
def test_wrong_set_ups_are_refused(words, values, message):
    game = ml.make_game("chinese_checkers", 2)
    array = game.initial_state().array.copy()
    array[words] = values
    with pytest.raises(ValueError, match=message):
        game.state_from_array(array)


def test_a_full_home_must_be_marked_as_the_end():
    board = naive.play(nearly_home([1, 1, 1, 1, 1], 1), (DOOR, GAP))
    game = ml.make_game("chinese_checkers", 2)
    assert game.state_from_array(position(2, board, winner=2)).is_over
    for winner in (0, 1):
        with pytest.raises(ValueError, match="home is full; here it is that of player 1"):
            game.state_from_array(position(2, board, winner=winner))


def test_five_players():
    with pytest.raises(ValueError, match="2, 3, 4 or 6 players, not 5"):
        ml.make_game("chinese_checkers", 5)


def test_moves_have_names():
    state = ml.make_game("chinese_checkers", 2).initial_state()
    names = {state.game.name_of(move) for move in state.legal_moves()}
    assert names == {f"c{i}-d{j}" for i in (1, 2, 3) for j in (i + 3, i + 4)} | {"b1-d4", "b1-d6", "b2-d5", "b2-d7"}
    assert state.play("b1-d4").ply == 1


# ---------------------------------------------------------------------------------------- the distance table


def rank(fields):
    return sum(comb(field, k) for k, field in enumerate(sorted(fields), start=1))


@pytest.fixture(scope="module")
def near_home():
    """The placements within four moves of home, by plain search."""
    return {rank(map(number, pieces)): moves for pieces, moves in naive.distances_from_home(4).items()}


def test_table_agrees_with_plain_search_near_home(near_home):
    table = distances.compute_table(longest=4, progress=False)
    known = np.flatnonzero(table <= 4)
    assert dict(zip(known.tolist(), table[known].tolist(), strict=True)) == near_home


def test_damaged_table_is_made_again(tmp_path, monkeypatch, capsys):
    goal_only = distances.compute_table(longest=0, progress=False)
    monkeypatch.setenv("MCTSLIB_CACHE", str(tmp_path))
    monkeypatch.setattr(distances, "compute_table", goal_only.copy)
    monkeypatch.setattr(distances, "CHECKSUM", distances._checksum(goal_only))
    assert np.array_equal(distances.load_table(), goal_only)
    assert "damaged" not in capsys.readouterr().err
    for damage in (lambda file: file.truncate(1000), lambda file: file.write(b"x")):
        with open(distances.table_path(), "r+b") as file:
            damage(file)
        assert np.array_equal(distances.load_table(), goal_only)
        assert np.array_equal(np.fromfile(distances.table_path(), np.uint8), goal_only)
    assert "is damaged; making it again" in capsys.readouterr().err
    assert [path.name for path in distances.table_path().parent.iterdir()] == [distances.table_path().name]


def test_two_threads_make_the_table_once(tmp_path, monkeypatch):
    made = []

    def make():
        made.append(threading.get_ident())
        time.sleep(0.2)
        return np.zeros(distances.PLACEMENTS, np.uint8)

    monkeypatch.setenv("MCTSLIB_CACHE", str(tmp_path))
    monkeypatch.setattr(distances, "compute_table", make)
    monkeypatch.setattr(distances, "CHECKSUM", distances._checksum(np.zeros(distances.PLACEMENTS, np.uint8)))
    with ThreadPoolExecutor(2) as pool:
        tables = list(pool.map(lambda _: distances.load_table(), range(2)))
    assert len(made) == 1
    assert [len(table) for table in tables] == [distances.PLACEMENTS] * 2


@pytest.fixture(scope="module")
def table():
    """The whole table: made here on a fresh machine, which takes less than a minute."""
    return distances.load_table()


def test_largest_distance_is_28(table):
    counts = distances.histogram()
    assert counts.sum() == 170_230_452
    assert len(counts) == 29
    assert counts[-1] == 11


def test_every_placement_has_a_move_one_nearer_to_home_and_none_two_nearer(table):
    rng = np.random.default_rng(0)
    for _ in range(200):
        fields = rng.choice(FIELDS, 6, replace=False)
        board = {(q, -q - r, r): 0 for q, r in (COORDINATES[field] for field in fields)}
        here = int(table[rank(fields)])
        after = [int(table[rank(map(number, naive.play(board, move)))]) for move in naive.legal(board, 0)]
        assert min(after) == here - 1
        assert max(after) <= here + 1


def test_evaluation_turns_the_board(table):
    rng = np.random.default_rng(3)
    state = ml.make_game("chinese_checkers", 6).initial_state()
    assert len(set(state.evaluate())) == 1
    for _ in range(60):
        for seat, value in enumerate(state.evaluate()):
            pieces = [COORDINATES[field] for field in fields_of(*state.array[OWN + 2 * seat : OWN + 2 * seat + 2])]
            on_top = [turned(field, 3 - seat) for field in pieces]
            assert value == 28 - table[rank(NUMBER[field] for field in on_top)]
        state = state.play(rng.choice(state.legal_moves()))
