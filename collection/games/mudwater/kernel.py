# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""The rules of Mudwater on integers, and games played out by them: one source, two speeds.

Cython compiles this file in its pure-Python mode where the package is installed with a C compiler at hand; elsewhere it
runs as it stands, with the same results to the last bit. The rules to read are in `rules` and `legal`; a test holds
this against them move by move. `integers` translates between the two.

A game is one flat array of 64-bit cells, card data included (an integer of the module would be a constant to the
compiler, and another catalogue a wrong answer). Each side's 14 cards have slots, Black's 0 to 13, White's 14 to 27, in
the order of Level and number, the ante among them. A move is one integer: act * 512 + square * 32 + slot,
where the squares are 5 6 7 / 9 10 11 / 13 14 15.

Mind while editing: `//`, `%` and `>>` mean the same in both languages for operands that are not negative; keep them so,
and products below 2**63. What only compiled code calls gives 0 or more: -1 would be a sign to look for an exception.
The module's numbers are C constants only when declared as here, else slow objects. A game holds scratch cells and the
seats' generators, so that no two threads may work on one.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collection.games.mudwater import uncompiled as cython
else:
    try:
        import cython
    except ImportError:
        from collection.games.mudwater import uncompiled as cython

COMPILED: bool = cython.compiled
"""Whether this is the compiled module."""

# The layout of a face (8 cells each, first in the array) ...
_LEVEL = cython.declare("const long long", 1)
_FAMILY = cython.declare("const long long", 2)
_BEATEN = cython.declare("const long long", 3)  # the family that this one beats
_EDGES = cython.declare("const long long", 4)  # north, east, south, west

# ... and of what follows the 28 faces: first what stays as it is through a game.
_BEGIN = cython.declare("const long long", 224)  # by seat * 8 + Level: its first slot
_ADVANCED = cython.declare("const long long", 240)
_MOVER = cython.declare("const long long", 241)
_PASSES = cython.declare("const long long", 242)
_EMPTY = cython.declare("const long long", 243)  # empty squares left
_SIZE = cython.declare("const long long", 244)  # by seat: cards in hand
_HELD = cython.declare("const long long", 246)  # by seat: squares
_ROCKS = cython.declare("const long long", 248)  # by seat: uncovered rocks, 0 or 1
_COUNT = cython.declare("const long long", 250)  # by seat * 8 + Level: such cards in hand
_TOPS = cython.declare("const long long", 266)  # by seat * 8 + Level: squares whose top counts as that
_CARDS = cython.declare("const long long", 282)  # the slots of the cards in hand, each Level's from its _BEGIN on
_CARD_AT = cython.declare("const long long", 310)  # by slot: where in _CARDS it stands
_FREE = cython.declare("const long long", 338)  # the empty squares
_FREE_AT = cython.declare("const long long", 347)  # by square: where in _FREE it stands
_WHERE = cython.declare("const long long", 363)  # by slot: ANTE, HAND, UP or ROCK
_OWNER = cython.declare("const long long", 391)  # by square: a seat, NOBODY, or 3 in the margin
_SHOWN = cython.declare("const long long", 411)  # by square: the owner where a card lies face up on top, else NOBODY
_TOP = cython.declare("const long long", 431)  # by square: the slot of that card, else NO_CARD
_COUNTED = cython.declare("const long long", 451)  # by square: the Level its top counts as, 0 when empty
_LUCK = cython.declare("const long long", 471)  # by seat: state of its generator
_MOVES = cython.declare("const long long", 473)  # scratch: legal moves ...
_GAINS = cython.declare("const long long", 713)  # ... and what each gains at once
_CELLS = cython.declare("const long long", 953)

# The board has a margin, so that every square has four neighbours: rows of four cells, the squares 5 to 15.
_FIRST = cython.declare("const long long", 5)
_BEYOND = cython.declare("const long long", 16)

_NOBODY = cython.declare("const long long", 2)
_NO_CARD = cython.declare("const long long", 28)
_IN_HAND = cython.declare("const long long", 1)
_IS_UP = cython.declare("const long long", 2)
_IS_ROCK = cython.declare("const long long", 3)

# The acts of moves.
_PLACE = cython.declare("const long long", 0)
_ROCK = cython.declare("const long long", 512)
_UPGRADE = cython.declare("const long long", 1024)
_PASS = cython.declare("const long long", 1536)

_WORD = cython.declare("const long long", 0xFFFFFFFF)
_ODD = cython.declare("const long long", 0x45D9F3B)

FACE_CELLS = 8
"""Of a face: number, Level, family (0 to 3), the family it beats, north, east, south, west."""
ANTE, HAND, UP, ROCK = 0, 1, 2, 3
"""Where a card of the 28 is."""
NOBODY, NO_CARD = 2, 28
"""The owner of an empty square; the top of an empty square and of an uncovered rock."""
PASS = 1536
"""The move that is no play."""
GREEDY, RANDOM = 0, 1
"""Policies: 0 looks at every move and takes one of greatest gain; n samples n moves and takes the first such."""
TALLY_CELLS = 45
"""Of a tally: wins, draws, losses, then by slot: games in hand, games face up, games as a rock."""


# --- Chance -----------------------------------------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
def _mixed(word: cython.longlong) -> cython.longlong:
    """Scatter 32 bits: neighbouring words give unlike ones, never 0, where xorshift would stay."""
    word = ((word >> 16) ^ word) * _ODD & _WORD
    word = ((word >> 16) ^ word) * _ODD & _WORD
    word = (word >> 16) ^ word
    return word if word != 0 else _ODD


@cython.cfunc
@cython.nogil
def _draw(game: cython.p_longlong, seat: cython.longlong, below: cython.longlong) -> cython.longlong:
    """Draw 0 to `below` - 1 from the generator of `seat` (Marsaglia's xorshift, 32 bits)."""
    word = game[_LUCK + seat]
    word ^= (word << 13) & _WORD
    word ^= word >> 17
    word ^= (word << 5) & _WORD
    game[_LUCK + seat] = word
    return (word * below) >> 32


@cython.cfunc
@cython.nogil
def _seed(game: cython.p_longlong, seed: cython.longlong) -> cython.longlong:
    """Begin both seats' generators anew; each has its own, so that what one draws does not change the other's luck."""
    game[_LUCK] = _mixed(seed ^ 0x1B56C4E9)
    game[_LUCK + 1] = _mixed(game[_LUCK] ^ seed)
    return seed


# --- The rules --------------------------------------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
def _takes(
    game: cython.p_longlong,
    face: cython.longlong,
    beside: cython.longlong,
    mine: cython.longlong,
    theirs: cython.longlong,
) -> cython.longlong:
    """Say (1 or 0) whether a card takes the face-up enemy card beside it (Rules of Play, Capturing; Advanced Mode)."""
    other = game[_TOP + beside] * 8
    attack = game[face + _EDGES + mine]
    defence = game[other + _EDGES + theirs]
    if attack != defence:
        return 1 if attack > defence else 0
    return 1 if game[_ADVANCED] != 0 and game[face + _BEATEN] == game[other + _FAMILY] else 0


@cython.cfunc
@cython.nogil
def _exposed(game: cython.p_longlong, square: cython.longlong, rival: cython.longlong) -> cython.longlong:
    """Give the sides of `square` where a card of `rival` lies face up: north 1, east 2, south 4, west 8."""
    shown = _SHOWN + square
    return (
        (game[shown - 4] == rival)
        + 2 * (game[shown + 1] == rival)
        + 4 * (game[shown + 4] == rival)
        + 8 * (game[shown - 1] == rival)
    )


@cython.cfunc
@cython.nogil
def _captures(
    game: cython.p_longlong, square: cython.longlong, slot: cython.longlong, sides: cython.longlong
) -> cython.longlong:
    """Give those of the exposed `sides` that the card in `slot`, face up on `square`, takes; all compared at once."""
    taken = 0
    face = slot * 8
    if sides & 1 and _takes(game, face, square - 4, 0, 2):
        taken = 1
    if sides & 2 and _takes(game, face, square + 1, 1, 3):
        taken += 2
    if sides & 4 and _takes(game, face, square + 4, 2, 0):
        taken += 4
    if sides & 8 and _takes(game, face, square - 1, 3, 1):
        taken += 8
    return taken


@cython.cfunc
@cython.nogil
def _number_of(sides: cython.longlong) -> cython.longlong:
    return (sides & 1) + (sides >> 1 & 1) + (sides >> 2 & 1) + (sides >> 3)


@cython.cfunc
@cython.nogil
def _is_over(game: cython.p_longlong) -> cython.longlong:
    """Say (1 or 0) whether the board is full or both passed in a row (Rules of Play, Winning the game)."""
    return 1 if game[_EMPTY] == 0 or game[_PASSES] >= 2 else 0


@cython.cfunc
@cython.nogil
def _upgrades(game: cython.p_longlong, seat: cython.longlong) -> cython.longlong:
    """Count the upgrades of `seat`: one Level more, on a square of its own (Rules of Play, Upgrade; rulings 6, 7)."""
    tops = _TOPS + seat * 8
    cards = _COUNT + seat * 8
    return (
        game[tops + 1] * game[cards + 2]
        + game[tops + 2] * game[cards + 3]
        + game[tops + 3] * game[cards + 4]
        + game[tops + 4] * game[cards + 5]
    )


@cython.cfunc
@cython.nogil
def _apply(game: cython.p_longlong, move: cython.longlong) -> cython.longlong:
    """Make a legal move; give how many squares it captured. Nothing is checked."""
    seat = game[_MOVER]
    game[_MOVER] = 1 - seat
    if move == _PASS:
        game[_PASSES] += 1
        return 0
    game[_PASSES] = 0
    slot = move & 31
    square = move >> 5 & 15
    level = game[slot * 8 + _LEVEL]
    _take_from_hand(game, seat, slot, level)
    if move < _UPGRADE:
        _fill(game, seat, square)
        if move >= _ROCK:
            game[_WHERE + slot] = _IS_ROCK
            game[_ROCKS + seat] = 1
            return 0
    else:
        game[_TOPS + seat * 8 + level - 1] -= 1
        game[_TOPS + seat * 8 + level] += 1
        game[_COUNTED + square] = level
        if game[_TOP + square] == _NO_CARD:
            game[_ROCKS + seat] = 0
    game[_WHERE + slot] = _IS_UP
    game[_TOP + square] = slot
    game[_SHOWN + square] = seat
    sides = _exposed(game, square, 1 - seat)
    taken = _captures(game, square, slot, sides) if sides else 0
    return _mark(game, square, seat, taken) if taken else 0


@cython.cfunc
@cython.nogil
def _take_from_hand(
    game: cython.p_longlong, seat: cython.longlong, slot: cython.longlong, level: cython.longlong
) -> cython.longlong:
    """Take a card out of the hand: the last of its Level takes its place in the list. Gives the cards left."""
    game[_SIZE + seat] -= 1
    game[_COUNT + seat * 8 + level] -= 1
    last = game[_CARDS + game[_BEGIN + seat * 8 + level] + game[_COUNT + seat * 8 + level]]
    game[_CARDS + game[_CARD_AT + slot]] = last
    game[_CARD_AT + last] = game[_CARD_AT + slot]
    return game[_SIZE + seat]


@cython.cfunc
@cython.nogil
def _fill(game: cython.p_longlong, seat: cython.longlong, square: cython.longlong) -> cython.longlong:
    """Put the marker of `seat` on an empty square, which counts as Level I. Gives the squares left."""
    game[_HELD + seat] += 1
    game[_OWNER + square] = seat
    game[_COUNTED + square] = 1
    game[_TOPS + seat * 8 + 1] += 1
    game[_EMPTY] -= 1
    last = game[_FREE + game[_EMPTY]]
    game[_FREE + game[_FREE_AT + square]] = last
    game[_FREE_AT + last] = game[_FREE_AT + square]
    return game[_EMPTY]


@cython.cfunc
@cython.nogil
def _mark(
    game: cython.p_longlong, square: cython.longlong, seat: cython.longlong, taken: cython.longlong
) -> cython.longlong:
    """Put the marker of `seat` on the sides `taken` of `square`: only the marker changes."""
    count = _number_of(taken)
    if taken & 1:
        _turn(game, square - 4, seat)
    if taken & 2:
        _turn(game, square + 1, seat)
    if taken & 4:
        _turn(game, square + 4, seat)
    if taken & 8:
        _turn(game, square - 1, seat)
    game[_HELD + seat] += count
    game[_HELD + 1 - seat] -= count
    return count


@cython.cfunc
@cython.nogil
def _turn(game: cython.p_longlong, square: cython.longlong, seat: cython.longlong) -> cython.longlong:
    """Turn one captured square over to `seat`; give the Level its top counts as."""
    level = game[_COUNTED + square]
    game[_OWNER + square] = seat
    game[_SHOWN + square] = seat
    game[_TOPS + seat * 8 + level] += 1
    game[_TOPS + (1 - seat) * 8 + level] -= 1
    return level


# --- Choosing a move --------------------------------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
def _gain(game: cython.p_longlong, move: cython.longlong) -> cython.longlong:
    """Give by how much a move betters the mover's lead in squares: one for a new square, two for a captured one."""
    if move >= _PASS:
        return 0
    if _ROCK <= move < _UPGRADE:
        return 1
    square = move >> 5 & 15
    taken = _captures(game, square, move & 31, _exposed(game, square, 1 - game[_MOVER]))
    return 2 * _number_of(taken) + (1 if move < _ROCK else 0)


@cython.cfunc
@cython.nogil
def _list_cards(
    game: cython.p_longlong,
    listed: cython.longlong,
    act: cython.longlong,
    square: cython.longlong,
    begin: cython.longlong,
    count: cython.longlong,
) -> cython.longlong:
    """List `count` cards from place `begin` of `_CARDS` on, played on `square`; give how many are listed then."""
    base = 0 if act == _UPGRADE else 1
    sides = 0 if act == _ROCK else _exposed(game, square, 1 - game[_MOVER])
    code = act + square * 32
    for at in range(begin, begin + count):
        slot = game[_CARDS + at]
        game[_MOVES + listed] = code + slot
        game[_GAINS + listed] = base + 2 * _number_of(_captures(game, square, slot, sides)) if sides else base
        listed += 1
    return listed


@cython.cfunc
@cython.nogil
def _list(game: cython.p_longlong) -> cython.longlong:
    """List the legal moves with their gains in the scratch cells; give how many (Rules of Play, Your turn)."""
    seat = game[_MOVER]
    hand = seat * 8
    listed = 0
    if _is_over(game):
        return 0
    for at in range(game[_EMPTY]):
        listed = _list_cards(game, listed, _PLACE, game[_FREE + at], game[_BEGIN + hand + 1], game[_COUNT + hand + 1])
    if game[_ROCKS + seat] == 0:
        for at in range(game[_EMPTY]):
            for level in range(hand + 1, hand + 6):
                listed = _list_cards(game, listed, _ROCK, game[_FREE + at], game[_BEGIN + level], game[_COUNT + level])
    for at in range(_FIRST, _BEYOND):
        if game[_OWNER + at] == seat:
            level = hand + game[_COUNTED + at] + 1
            listed = _list_cards(game, listed, _UPGRADE, at, game[_BEGIN + level], game[_COUNT + level])
    if listed == 0:
        game[_MOVES] = _PASS
        game[_GAINS] = 0
        listed = 1
    return listed


@cython.cfunc
@cython.nogil
def _random_filling(game: cython.p_longlong, seat: cython.longlong, act: cython.longlong) -> cython.longlong:
    """Draw a card for an empty square: of Level I to place it, any as a rock."""
    square = game[_FREE + _draw(game, seat, game[_EMPTY])]
    level = seat * 8 + 1
    if act == _PLACE:
        index = _draw(game, seat, game[_COUNT + level])
    else:
        index = _draw(game, seat, game[_SIZE + seat])
        while index >= game[_COUNT + level]:
            index -= game[_COUNT + level]
            level += 1
    return act + square * 32 + game[_CARDS + game[_BEGIN + level] + index]


@cython.cfunc
@cython.nogil
def _random_upgrade(game: cython.p_longlong, seat: cython.longlong, index: cython.longlong) -> cython.longlong:
    """Give an upgrade: `index`, one of their number, gives the Level, more draws square and card."""
    level = seat * 8 + 1
    while index >= game[_TOPS + level] * game[_COUNT + level + 1]:
        index -= game[_TOPS + level] * game[_COUNT + level + 1]
        level += 1
    index = _draw(game, seat, game[_TOPS + level])
    square = _FIRST
    counted = level - seat * 8
    while game[_OWNER + square] != seat or game[_COUNTED + square] != counted or index > 0:
        if game[_OWNER + square] == seat and game[_COUNTED + square] == counted:
            index -= 1
        square += 1
    index = _draw(game, seat, game[_COUNT + level + 1])
    return _UPGRADE + square * 32 + game[_CARDS + game[_BEGIN + level + 1] + index]


@cython.cfunc
@cython.nogil
def _random(game: cython.p_longlong) -> cython.longlong:
    """Draw a legal move, each as likely as any other, without listing them."""
    seat = game[_MOVER]
    places = game[_EMPTY] * game[_COUNT + seat * 8 + 1]
    rocks = 0 if game[_ROCKS + seat] else game[_EMPTY] * game[_SIZE + seat]
    total = places + rocks + _upgrades(game, seat)
    if total == 0:
        return _PASS
    index = _draw(game, seat, total)
    if index < places + rocks:
        return _random_filling(game, seat, _PLACE if index < places else _ROCK)
    return _random_upgrade(game, seat, index - places - rocks)


@cython.cfunc
@cython.nogil
def _sampled(game: cython.p_longlong, looks: cython.longlong) -> cython.longlong:
    """Draw `looks` legal moves, with replacement, and give the first of greatest gain; one look is random play."""
    best = _random(game)
    if looks == 1 or best == _PASS:
        return best
    most = _gain(game, best)
    for _ in range(1, looks):
        move = _random(game)
        gain = _gain(game, move)
        if gain > most:
            most, best = gain, move
    return best


@cython.cfunc
@cython.nogil
def _greediest(game: cython.p_longlong) -> cython.longlong:
    """Give the legal move of greatest gain, one of several drawn, each as likely as the others."""
    listed = _list(game)
    most = -1
    ties = 0
    for at in range(listed):
        if game[_GAINS + at] > most:
            most = game[_GAINS + at]
            ties = 1
        elif game[_GAINS + at] == most:
            ties += 1
    ties = _draw(game, game[_MOVER], ties)
    at = 0
    while game[_GAINS + at] != most or ties > 0:
        if game[_GAINS + at] == most:
            ties -= 1
        at += 1
    return game[_MOVES + at]


@cython.cfunc
@cython.nogil
def _finish(game: cython.p_longlong, black: cython.longlong, white: cython.longlong) -> cython.longlong:
    """Play the game to its end by the two policies; give Black's squares and, times 16, White's."""
    while not _is_over(game):
        looks = white if game[_MOVER] else black
        _apply(game, _sampled(game, looks) if looks else _greediest(game))
    return game[_HELD] + 16 * game[_HELD + 1]


# --- Setting up -------------------------------------------------------------------------------------------------------


@cython.cfunc
@cython.nogil
def _derive(game: cython.p_longlong) -> cython.longlong:
    """Fill in what follows from faces, `_WHERE`, `_OWNER` and `_TOP`; give the cells in use."""
    last = 0
    for at in range(_EMPTY, _CARDS):
        game[at] = 0
    for at in range(28):
        seat = at // 14
        level = seat * 8 + game[at * 8 + _LEVEL]
        if level != last:
            game[_BEGIN + level] = at
            last = level
        if game[_WHERE + at] == _IN_HAND:
            game[_CARD_AT + at] = game[_BEGIN + level] + game[_COUNT + level]
            game[_CARDS + game[_CARD_AT + at]] = at
            game[_SIZE + seat] += 1
            game[_COUNT + level] += 1
    for at in range(_FIRST, _BEYOND):
        _derive_square(game, at, game[_OWNER + at])
    return _LUCK


@cython.cfunc
@cython.nogil
def _derive_square(game: cython.p_longlong, square: cython.longlong, owner: cython.longlong) -> cython.longlong:
    """Fill in what follows from owner and top of one square; give the Level it counts as."""
    level = 0
    game[_SHOWN + square] = _NOBODY
    if owner == _NOBODY:
        game[_FREE_AT + square] = game[_EMPTY]
        game[_FREE + game[_EMPTY]] = square
        game[_EMPTY] += 1
    elif owner < _NOBODY:
        game[_HELD + owner] += 1
        if game[_TOP + square] == _NO_CARD:
            game[_ROCKS + owner] = 1
            level = 1
        else:
            game[_SHOWN + square] = owner
            level = game[game[_TOP + square] * 8 + _LEVEL]
        game[_TOPS + owner * 8 + level] += 1
    game[_COUNTED + square] = level
    return level


@cython.cfunc
@cython.nogil
def _deal(
    game: cython.p_longlong, first: cython.longlong, black_ante: cython.longlong, white_ante: cython.longlong
) -> cython.longlong:
    """Begin a game with the faces that lie there: an empty board, all cards but the antes in hand."""
    for at in range(28):
        game[_WHERE + at] = _IN_HAND
    for at in range(20):
        game[_OWNER + at] = 3
        game[_SHOWN + at] = _NOBODY
        game[_TOP + at] = _NO_CARD
    for at in range(_FIRST, _BEYOND):
        if at & 3:
            game[_OWNER + at] = _NOBODY
    game[_WHERE + black_ante] = 0
    game[_WHERE + 14 + white_ante] = 0
    game[_MOVER] = first
    game[_PASSES] = 0
    return _derive(game)


@cython.cfunc
@cython.nogil
def _are_hands(faces: cython.p_longlong, hands: cython.longlong) -> cython.longlong:
    """Say (1 or 0) whether each 14 faces stand in the order of their Levels, 1 to 5."""
    for at in range(hands * 14):
        level = faces[at * 8 + _LEVEL]
        if level < 1 or level > 5 or (at % 14 > 0 and level < faces[at * 8 - 8 + _LEVEL]):
            return 0
    return 1


@cython.cfunc
@cython.nogil
def _copy(
    source: cython.p_longlong,
    begin: cython.longlong,
    target: cython.p_longlong,
    to: cython.longlong,
    count: cython.longlong,
) -> cython.longlong:
    """Copy `count` cells of `source` from `begin` on to where `to` of `target` is."""
    if cython.compiled:
        for at in range(count):
            target[to + at] = source[begin + at]
    else:
        target[to : to + count] = source[begin : begin + count]
    return count


@cython.cfunc
@cython.nogil
def _meet(
    game: cython.p_longlong,
    hand: cython.p_longlong,
    rivals: cython.p_longlong,
    rival: cython.longlong,
    way: cython.longlong,
    luck: cython.longlong,
    looks: cython.longlong,
    tally: cython.p_longlong,
) -> cython.longlong:
    """Play one game of `play_series`, in the seat and with the first turn that `way`, 0 to 3, says; give who won."""
    seat = way & 1
    _copy(hand, 0, game, seat * 112, 112)
    _copy(rivals, rival * 112, game, (1 - seat) * 112, 112)
    game[_LUCK + seat] = _mixed(luck ^ 0x1B56C4E9)
    game[_LUCK + 1 - seat] = _mixed(luck ^ 0x2545F491)
    ante = _draw(game, seat, 14)
    other = _draw(game, 1 - seat, 14)
    if seat == 0:
        _deal(game, way >> 1, ante, other)
    else:
        _deal(game, way >> 1, other, ante)
    _finish(game, looks, looks)
    lead = game[_HELD + seat] - game[_HELD + 1 - seat]
    result = 0 if lead > 0 else (1 if lead == 0 else 2)
    tally[result] += 1
    for at in range(14):
        where = game[_WHERE + seat * 14 + at]
        if where:
            tally[3 + at * 3] += 1
            if where != _IN_HAND:
                tally[2 + at * 3 + where] += 1
    return result


@cython.cfunc
@cython.exceptval(check=True)
@cython.locals(view="long long[::1]")
def _cells(values: array[int], least: cython.longlong) -> cython.p_longlong:
    """Give the cells of `values` to work on: the compiler gets a pointer. Raises for what is not `least` cells."""
    if len(values) < least:
        raise ValueError(f"The kernel expects {least} cells or more, not {len(values)}.")
    if cython.compiled:
        view = values  # a list, or an array of another type, is a TypeError or ValueError here
        return cython.address(view[0])
    else:  # noqa: RET505 - the compiler leaves out one of the two
        return values


# --- For the other modules --------------------------------------------------------------------------------------------


def _check_hands(faces: array[int]) -> None:
    """Raise ValueError unless `faces` are hands: the kernel trusts their Levels, which lead it to cells."""
    cells: cython.p_longlong = _cells(faces, 0)
    if len(faces) % 112 or not _are_hands(cells, len(faces) // 112):
        raise ValueError("A hand is 14 faces in the order of their Levels, I to V.")


def position(
    faces: array[int], where: array[int], owners: array[int], tops: array[int], mover: int, passes: int, advanced: bool
) -> array[int]:
    """Lay out a game: 28 faces by slot, where each card is, owner and top of each square, who moves, passes in a row.

    Raises ValueError for values that no game has; that they agree with each other is the caller's care.
    """
    if (len(faces), len(where), len(owners), len(tops)) != (224, 28, 9, 9):
        raise ValueError("A game has 28 faces in 28 places, and 9 squares.")
    _check_hands(faces)
    if not ({*where} <= {0, 1, 2, 3} and {*owners} <= {0, 1, 2} and {*tops} <= {*range(29)} and mover in (0, 1)):
        raise ValueError("No game has these places, owners or cards on top.")
    game = array("q", [*faces, *[0] * (_CELLS - len(faces))])
    game[_ADVANCED : _PASSES + 1] = array("q", [advanced, mover, passes])
    game[_WHERE : _WHERE + 28] = where
    game[_OWNER:_COUNTED] = array("q", [3] * 20 + [NOBODY] * 20 + [NO_CARD] * 20)
    for square in range(9):
        game[_OWNER + 5 + square // 3 * 4 + square % 3] = owners[square]
        game[_TOP + 5 + square // 3 * 4 + square % 3] = tops[square]
    _derive(_cells(game, _CELLS))
    return game


def moves(game: array[int]) -> dict[int, int]:
    """Give the legal moves, none when the game is over, each with what it adds to the mover's lead in squares."""
    cells = _cells(game, _CELLS)
    return {cells[_MOVES + at]: cells[_GAINS + at] for at in range(_list(cells))}


def apply(game: array[int], move: int) -> int:
    """Make a move in `game` itself; give how many squares it captured. Raises ValueError for one that is not legal."""
    if move not in moves(game):
        raise ValueError(f"{move} is not a legal move in this game.")
    return _apply(_cells(game, _CELLS), move)


def choose(game: array[int], policy: int, seed: int) -> int:
    """Give the move that a policy, GREEDY or so many samples, chooses with a seed of 32 bits in a game not over."""
    cells: cython.p_longlong = _cells(game, _CELLS)
    looks: cython.longlong = policy
    if _is_over(cells):
        raise ValueError("The game is over.")
    _seed(cells, seed & 0xFFFFFFFF)
    return _sampled(cells, looks) if looks else _greediest(cells)


def laid(game: array[int]) -> tuple[list[int], list[int], list[int], int, int]:
    """Give where each card is, owner and top of each square, who moves, passes in a row, as `position` took them."""
    at = [square for square in range(_FIRST, _BEYOND) if square % 4]
    owners, tops = [game[_OWNER + square] for square in at], [game[_TOP + square] for square in at]
    return [*game[_WHERE : _WHERE + 28]], owners, tops, game[_MOVER], game[_PASSES]


def play_out(game: array[int], black: int, white: int, seed: int) -> tuple[int, int]:
    """Play a copy of `game` to its end by a policy a seat, with a seed of 32 bits; give Black's and White's squares."""
    copy = array("q", game)
    cells: cython.p_longlong = _cells(copy, _CELLS)
    _seed(cells, seed & 0xFFFFFFFF)
    held: cython.longlong = _finish(cells, black, white)
    return held & 15, held >> 4


def play_many(game: array[int], games: int, black: int, white: int, seed: int) -> tuple[int, int, int]:
    """Play so many copies of `game` to their ends, number n with seed + n.

    Gives the games that Black won, drawn games, and those that White won.
    """
    copy = array("q", game)
    source: cython.p_longlong = _cells(game, _CELLS)
    cells: cython.p_longlong = _cells(copy, _CELLS)
    count: cython.longlong = games
    black_looks: cython.longlong = black
    white_looks: cython.longlong = white
    begin: cython.longlong = seed & 0xFFFFFFFF
    wins: cython.longlong = 0
    losses: cython.longlong = 0
    number: cython.longlong
    held: cython.longlong
    with cython.nogil:
        for number in range(count):
            _copy(source, _MOVER, cells, _MOVER, _LUCK - _MOVER)
            _seed(cells, _mixed(begin + number & _WORD))
            held = _finish(cells, black_looks, white_looks)
            if (held & 15) > held >> 4:
                wins += 1
            elif (held & 15) < held >> 4:
                losses += 1
    return wins, games - wins - losses, losses


def play_series(
    hand: array[int],
    rivals: array[int],
    number: int,
    way: int,
    policy: int,
    seed: int,
    advanced: bool,
    tally: array[int],
) -> None:
    """Let a hand meet each of `rivals` once, both sides by one policy, and add to `tally` what became of it.

    Hands are 14 faces each, by Level and number. The games are numbered from `number` on: by `seed` (32 bits) and its
    number fall a game's antes and each side's ties. `way` 0 to 3 seats the hand in the first game, Black when even, and
    gives Black the first turn below 2; each game after it takes the next way.
    """
    if not rivals:
        return
    _check_hands(hand)
    _check_hands(rivals)
    game = array("q", [0]) * _CELLS
    cells: cython.p_longlong = _cells(game, _CELLS)
    mine: cython.p_longlong = _cells(hand, 112)
    theirs: cython.p_longlong = _cells(rivals, 112)
    counts: cython.p_longlong = _cells(tally, TALLY_CELLS)
    games: cython.longlong = len(rivals) // 112
    looks: cython.longlong = policy
    next_way: cython.longlong = way & 3
    luck: cython.longlong = _mixed(seed & 0xFFFFFFFF) + (number & 0xFFFFFFFF)
    at: cython.longlong
    cells[_ADVANCED] = 1 if advanced else 0
    with cython.nogil:
        for at in range(games):
            _meet(cells, mine, theirs, at, next_way + at & 3, _mixed(luck + at & _WORD), looks, counts)
