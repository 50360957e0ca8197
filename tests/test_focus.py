import numpy as np
import pytest

import mctslib as ml
from mctslib.games.focus import FIELD_OF, HELD, IN_HAND, LAYERS, PLACEMENTS
from tests.naive import focus as naive

VARIANTS = [2, 3, 4]


def as_move(move):
    """The library's number of a move of the slow reference."""
    source, number, target = move
    if source is None:
        return PLACEMENTS + int(FIELD_OF[8 * target[0] + target[1]])
    step = ((target[0] - source[0]) // number, (target[1] - source[1]) // number)
    return 20 * int(FIELD_OF[8 * source[0] + source[1]]) + 4 * (number - 1) + naive.DIRECTIONS.index(step)


def held(state):
    return state.array[HELD:IN_HAND].reshape(4, 4)


def stack_letters(state):
    """All stacks, top piece first, from the printed board."""
    rows = str(state).splitlines()[1:9]
    return {(7 - i, c): row[2 + 6 * c : 8 + 6 * c].strip() for i, row in enumerate(rows) for c in range(8)}


def assert_same(state, position):
    letters = stack_letters(state)
    for field, stack in position.stacks.items():
        assert letters[field] == ("".join("RYGB"[colour] for colour in reversed(stack)) or ".")
    assert held(state)[: position.players, : position.players].tolist() == position.taken


@pytest.mark.parametrize("players", VARIANTS)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_perft_agrees_with_the_slow_reference(players, depth):
    assert ml.make_game("focus", players).perft(depth) == naive.perft(naive.Position(players), 0, depth)


@pytest.mark.parametrize("players", VARIANTS)
def test_perft_of_depth_three_agrees_in_the_middle_of_a_game(players):
    """Below two moves of a random game; all of them would take the slow reference minutes."""
    rng = np.random.default_rng(players)
    game = ml.make_game("focus", players)
    state, position = game.initial_state(), naive.Position(players)
    for _ in range(20):
        moves = naive.legal(position, state.to_move)
        move = moves[rng.integers(len(moves))]
        position = naive.play(position, state.to_move, move)
        state = state.play(as_move(move))
    moves = naive.legal(position, state.to_move)
    for index in rng.choice(len(moves), size=2, replace=False):
        after = naive.play(position, state.to_move, moves[index])
        following = state.play(as_move(moves[index]))
        assert game.perft(2, following) == naive.perft(after, following.to_move, 2)


def test_first_player_has_68_moves_with_two_players():
    state = ml.make_game("focus", 2).initial_state()
    assert [len(state.legal_moves(player)) for player in range(2)] == [68, 68]


def test_four_players_start_alike():
    state = ml.make_game("focus", 4).initial_state()
    assert [len(state.legal_moves(player)) for player in range(4)] == [44] * 4


def test_three_players_first_place_a_piece_on_an_empty_field():
    state = ml.make_game("focus", 3).initial_state()
    for player in range(3):
        moves = state.legal_moves()
        assert state.to_move == player
        assert len(moves) == 16 - player
        assert min(moves) >= PLACEMENTS
        assert state.best_moves() == moves
        state = state.play(moves[0])
    assert all(len(state.legal_moves(player)) > 16 for player in range(3))
    assert max(state.legal_moves()) < PLACEMENTS


@pytest.mark.parametrize("players", VARIANTS)
@pytest.mark.parametrize("greedy", [False, True])
def test_random_games_agree_with_the_slow_reference_at_every_ply(players, greedy):
    rng = np.random.default_rng(10 * players + greedy)
    game = ml.make_game("focus", players)
    for _ in range(2):
        state, position = game.initial_state(), naive.Position(players)
        player = 0
        while naive.winner(position) is None and state.ply < 100:
            assert not state.is_over
            assert state.to_move == player
            assert_same(state, position)
            moves = naive.legal(position, player)
            assert sorted(state.legal_moves()) == sorted(map(as_move, moves))
            values = [naive.move_value(position, player, move) for move in moves]
            assert [state.move_value(as_move(move)) for move in moves] == values
            best = [move for move, value in zip(moves, values, strict=True) if value == max(values)]
            assert sorted(state.best_moves()) == sorted(map(as_move, best))
            assert state.evaluate().tolist() == [naive.evaluate(position, seat) for seat in range(players)]
            choices = best if greedy and rng.random() > 0.2 else moves
            move = choices[rng.integers(len(choices))]
            position = naive.play(position, player, move)
            state = state.play(as_move(move))
            player = naive.next_to_move(position, player)
        assert_same(state, position)
        assert state.is_over == (naive.winner(position) is not None)
        if state.is_over:
            assert state.scores.tolist() == [float(seat == naive.winner(position)) for seat in range(players)]


@pytest.mark.parametrize("players", VARIANTS)
def test_pieces_are_conserved(players):
    """`state_from_array` counts them, and refuses stacks with gaps and games that should be over."""
    game = ml.make_game("focus", players)
    rng = np.random.default_rng(players)
    for _ in range(20):
        state = game.initial_state()
        while not state.is_over and state.ply < 200:
            assert game.state_from_array(state.array.copy()) == state
            moves = state.best_moves() if rng.random() < 0.5 else state.legal_moves()
            state = state.play(moves[rng.integers(len(moves))])


def set_up(players, stacks, taken=()):
    """An array with stacks such as {"c3": "RYG"}, top piece first, and (player, colour, number) for pieces held."""
    array = np.zeros_like(ml.make_game("focus", players).initial_state().array)
    array[3] = players
    for name, letters in stacks.items():
        bit = 8 * (int(name[1]) - 1) + "abcdefgh".index(name[0])
        for layer, letter in enumerate(letters):
            array[LAYERS + 4 * layer + "RYGB".index(letter)] |= 1 << bit
    for player, colour, number in taken:
        array[HELD + 4 * player + colour] = number
    return array


def test_captures_come_from_the_bottom_and_may_win():
    game = ml.make_game("focus", 2)
    array = set_up(2, {"c3": "RRRYY", "c6": "RRYYY", "f6": "Y"}, [(0, 0, 10), (0, 1, 5), (1, 0, 3), (1, 1, 7)])
    state = game.state_from_array(array)
    assert state.evaluate().tolist() == [502, 301]
    after = state.play("3:c3-c6")
    assert stack_letters(after)[5, 2] == "RRRRR"
    assert stack_letters(after)[2, 2] == "YY"
    assert held(after)[0, 1] == 8
    assert after.is_over
    assert after.scores.tolist() == [1, 0]


def test_a_reserve_piece_on_a_full_stack_captures_its_bottom_piece():
    game = ml.make_game("focus", 2)
    array = set_up(2, {"c3": "YYYYR", "f6": "R"}, [(0, 0, 16), (1, 1, 14)])
    after = game.state_from_array(array).play("+c3")
    assert stack_letters(after)[2, 2] == "RYYYY"
    assert held(after)[0].tolist() == [16, 0, 0, 0]


def test_a_player_without_stacks_and_reserve_passes():
    game = ml.make_game("focus", 3)
    stacks = {"c3": "RYYY", "d3": "RY", "f6": "GR"}
    state = game.state_from_array(set_up(3, stacks, [(0, 0, 10), (0, 1, 2), (2, 1, 7), (2, 2, 12)]))
    assert state.legal_moves(1) == []
    after = state.play("2:d3-d5")
    assert after.to_move == 2
    assert after.ply == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({LAYERS: 0}, "0 red pieces"),
        ({LAYERS: -1}, "two pieces share"),
        ({LAYERS + 8: 1 << 18}, "a stack has a gap"),
        ({LAYERS + 2: 1}, "outside the 52 fields"),
        ({HELD + 1: -1}, "negative number"),
        ({HELD + 2: 1}, "1 green pieces"),
        ({IN_HAND: 1}, "only three players"),
        ({1: 1}, "over exactly when"),
    ],
)
def test_wrong_set_ups_get_a_sentence(change, sentence):
    game = ml.make_game("focus", 2)
    array = game.initial_state().array.copy()
    for word, value in change.items():
        array[word] = value
    with pytest.raises(ValueError, match=sentence):
        game.state_from_array(array)


def test_moves_have_names():
    game = ml.make_game("focus", 3)
    state = game.initial_state().play("+a3").play("+a4").play("+a5").play("1:b2-b3")
    assert stack_letters(state)[2, 1] == "RY"
    names = [game.name_of(move) for move in range(game.num_moves)]
    assert len(set(names)) == len(names)


def test_the_picture_shows_every_piece():
    drawn = ml.make_game("focus", 4).initial_state()._repr_svg_()
    assert drawn.count('rx="0.07"') == 52 + 16
