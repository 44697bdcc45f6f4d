# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True
"""The rules of Mudwater on integers, and games played out by them: one source, two speeds.

Cython compiles this file in its pure-Python mode where the package is installed with a C compiler at hand; elsewhere it
runs as it stands, with the same results to the last bit. The rules to read are in `rules` and `legal`; a test holds
this against them move by move. `integers` translates between the two. It is long because what calls each other in the
inner loops must be compiled together: the rules, choosing, setting up, searching, looking ahead, then the doors.

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
from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collection.games.mudwater import uncompiled as cython
else:
    try:
        import cython
    except ImportError:
        from collection.games.mudwater import uncompiled as cython

if not TYPE_CHECKING and cython.compiled:
    from cython.cimports.libc.math import sqrt

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

# A mind, which is what a search works on, begins with the cells of a game: the world that it imagines at the moment.
_SAVED = cython.declare("const long long", 953)  # what the game has from _MOVER up to _LUCK, as the searcher sees it
_VIEWER = cython.declare("const long long", 1183)  # the seat that searches
_POOL = cython.declare("const long long", 1184)  # cards that the rival may have in hand
_WEIGHT = cython.declare("const long long", 1185)  # the sum of their weights, 0 where all are as likely as each other
_ROOM = cython.declare("const long long", 1186)  # nodes that the tree has room for
_PICKED = cython.declare("const long long", 1187)  # the move that was picked
_STAMP = cython.declare("const long long", 1188)  # marks what the last pick saw in _SEEN
_LEARNED = cython.declare("const long long", 1189)  # whether it has learned weights, 0 or 1
_HIDDEN = cython.declare("const long long", 1190)  # the slots of the cards in the rival's hand
_PATH = cython.declare(
    "const long long", 1204
)  # the nodes of one descent, each times 2, plus the seat that moved there
_SLOT_OF = cython.declare("const long long", 1236)  # by seat * 1024 + number: the slot where that card was last
_SEEN = cython.declare("const long long", 3284)  # by move: the stamp of the pick that saw it in the tree
_WEIGHTS = cython.declare("const long long", 4820)  # those weights
_NOTED = cython.declare("const long long", 6060)  # scratch: the signs of a position
_ORDER = cython.declare("const long long", 6120)  # the cards of the pool, those that were drawn last in front

# A node of the tree: the key of the move that leads to it, and what came of it for the seat that made it. No move leads
# to the root, which is first: there the nodes are counted.
_NODES = cython.declare("const long long", 0)
_VISITS = cython.declare("const long long", 1)
_AVAILABLE = cython.declare("const long long", 2)  # visits to the node above in worlds where that move was legal
_WORTH = cython.declare("const long long", 3)  # the sum of what its visits were worth, _WIN each at most
_CHILD = cython.declare("const long long", 4)
_SIBLING = cython.declare("const long long", 5)
_NODE = cython.declare("const long long", 6)
_WIN = cython.declare("const long long", 2048)  # a draw is worth half of it

# Where the weights of signs are: a stage of the game, within it the mover's signs and the rival's, then the leads.
_STAGE = cython.declare("const long long", 304)
_SIDE = cython.declare("const long long", 152)
_KIND = cython.declare("const long long", 12)  # edges by what they face: an empty square, one's own, an enemy, a rock
_LAID = cython.declare("const long long", 48)  # squares by the Level of their top, 0 for a rock
_HELD_BACK = cython.declare("const long long", 56)  # by Level * 16 + how many such cards are in hand
_LEADS = cython.declare("const long long", 912)  # by empty squares * 20 + 9 + the mover's lead
_SCALE = cython.declare("const long long", 1112)  # from a sum of weights, in steps, to what it is worth

# What looking ahead works on: three counters, how often each move refuted another, by move, then a frame a ply, where
# the game waits while its moves are looked into.
_LOOKED_AT = cython.declare("const long long", 0)
_ALLOWED = cython.declare("const long long", 1)
_TABLE_MASK = cython.declare("const long long", 2)
_REFUTED = cython.declare("const long long", 3)
_FRAMES = cython.declare("const long long", 1540)
_BEST = cython.declare("const long long", 230)  # the best move; before it what the game has from _MOVER up to _LUCK
_LINE = cython.declare("const long long", 231)  # the moves ...
_LINE_GAINS = cython.declare("const long long", 471)  # ... and their gains
_FRAME = cython.declare("const long long", 711)
_TO_THE_END = cython.declare("const long long", 40)  # no game has as many moves left
_EXACT = cython.declare("const long long", 0)
_AT_LEAST = cython.declare("const long long", 1)
_AT_MOST = cython.declare("const long long", 2)

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

# How a search plays, measured in matches against others of its kind.
_LOOKS = cython.declare("const long long", 3)  # the moves that a playout samples
_EXPLORE = cython.declare("const double", 0.24)  # the square of the weight of what has been visited little
_JUDGED = cython.declare("const long long", 4096)  # visits of a tree that are judged by what was learned, if any was
_URGENT = cython.declare("const double", 0.88)  # a new node is due when none that there is promises as much as this

WEIGHTS, STEPS = 1112, 128
"""Of what is learned: the weights of signs, in 1,024ths, and what the steps of their sum, an eighth each, are worth."""
MOST_WORTH = 2048
"""What a won game is worth among those steps, 0 being a lost one; so it is in a tree."""
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
NODE_CELLS = 6
"""Of a node of a search's tree."""
MOST_NODES = 1 << 19
"""A tree grows to 24 MB; beyond that a search goes on without new nodes."""
TABLE_BITS = 20
"""The logarithm of how many positions a table remembers."""
MOST_NUMBER = 1023
"""The greatest card number that a search can tell from others."""


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
def _list_upgrades(game: cython.p_longlong, listed: cython.longlong) -> cython.longlong:
    """List the upgrades after so many moves; give how many are listed then."""
    seat = game[_MOVER]
    hand = seat * 8
    for at in range(_FIRST, _BEYOND):
        if game[_OWNER + at] == seat:
            level = hand + game[_COUNTED + at] + 1
            listed = _list_cards(game, listed, _UPGRADE, at, game[_BEGIN + level], game[_COUNT + level])
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
    listed = _list_upgrades(game, listed)
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


# --- Searching --------------------------------------------------------------------------------------------------------
#
# Single-observer information set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012): an iteration imagines
# a world, goes down a tree that all worlds share, grows it by a node, and remembers what comes of it: how the game ends
# when it is played out or, with weights that were learned (`lab.learning`), what the position after one more move is
# worth, which takes less time and leaves less to luck. A long search plays out in the end: errors of judgement do not
# become less with more of them, luck does.
# What makes it play well: new nodes come in the order of what their moves gain at once and how safe their cards lie,
# and only when nothing there promises a win; playouts are light but not blind, and see a last square that decides;
# and rocks are one move a square, not one a card, so that they do not swamp the tree.


@cython.cfunc
@cython.nogil
def _imagine(mind: cython.p_longlong, pool: cython.p_longlong) -> cython.longlong:
    """Begin a world: the game as it stands, and a rival's hand drawn from the pool; give the cards drawn.

    The rival's ante and rocks are what is left over. They bear on nothing that can still happen (rulings 6, 8, 9), so
    that none are drawn: the hand comes first in `hidden.guess_from` too, and is as likely here as there.
    """
    rival = 1 - mind[_VIEWER]
    size = mind[_SAVED + _SIZE - _MOVER + rival]
    _copy(mind, _SAVED, mind, _MOVER, _LUCK - _MOVER)
    if mind[_WEIGHT]:
        _draw_by_weight(mind, pool, rival, size)
    else:
        for at in range(size):
            _exchange(mind, _ORDER + at, _ORDER + at + _draw(mind, rival, mind[_POOL] - at))
    return _hand_out(mind, pool, rival, size)


@cython.cfunc
@cython.nogil
def _draw_by_weight(
    mind: cython.p_longlong, pool: cython.p_longlong, seat: cython.longlong, size: cython.longlong
) -> cython.longlong:
    """Draw cards one after the other by weight, those of weight 0 when no others are left; give the weight left."""
    weights = mind[_POOL] * 8
    left = mind[_WEIGHT]
    for at in range(size):
        found = at
        if left > 0:
            index = _draw(mind, seat, left)
            while index >= pool[weights + mind[_ORDER + found]]:
                index -= pool[weights + mind[_ORDER + found]]
                found += 1
            left -= pool[weights + mind[_ORDER + found]]
        else:
            found += _draw(mind, seat, mind[_POOL] - at)
        _exchange(mind, _ORDER + at, _ORDER + found)
    return left


@cython.cfunc
@cython.nogil
def _exchange(mind: cython.p_longlong, one: cython.longlong, other: cython.longlong) -> cython.longlong:
    cell = mind[one]
    mind[one] = mind[other]
    mind[other] = cell
    return cell


@cython.cfunc
@cython.nogil
def _hand_out(
    mind: cython.p_longlong, pool: cython.p_longlong, rival: cython.longlong, size: cython.longlong
) -> cython.longlong:
    """Put the first `size` cards in order into the rival's hand, each Level's together; give how many there are."""
    levels = rival * 8
    for level in range(levels + 1, levels + 6):
        mind[_COUNT + level] = 0
    for at in range(size):
        mind[_COUNT + levels + pool[mind[_ORDER + at] * 8 + _LEVEL]] += 1
    begin = rival * 14
    for level in range(levels + 1, levels + 6):
        mind[_BEGIN + level] = begin
        begin += mind[_COUNT + level]
        mind[_COUNT + level] = 0
    for at in range(size):
        slot = mind[_HIDDEN + at]
        _copy(pool, mind[_ORDER + at] * 8, mind, slot * 8, 8)
        level = levels + mind[slot * 8 + _LEVEL]
        mind[_CARD_AT + slot] = mind[_BEGIN + level] + mind[_COUNT + level]
        mind[_CARDS + mind[_CARD_AT + slot]] = slot
        mind[_COUNT + level] += 1
        mind[_SLOT_OF + rival * 1024 + mind[slot * 8]] = slot
    return size


@cython.cfunc
@cython.nogil
def _rock_of(mind: cython.p_longlong, seat: cython.longlong) -> cython.longlong:
    """Give the slot of the card that a search plays as a rock: of the lowest Level in hand, the one of least edges."""
    level = seat * 8 + 1
    while mind[_COUNT + level] == 0:
        level += 1
    best = 0
    least = _WORD
    for at in range(mind[_BEGIN + level], mind[_BEGIN + level] + mind[_COUNT + level]):
        face = mind[_CARDS + at] * 8 + _EDGES
        edges = mind[face] + mind[face + 1] + mind[face + 2] + mind[face + 3]
        if edges < least:
            least = edges
            best = mind[_CARDS + at]
    return best


@cython.cfunc
@cython.nogil
def _key_of(mind: cython.p_longlong, move: cython.longlong) -> cython.longlong:
    """Give what names a move in every world: act and square, and the number of a card that lies face up."""
    head = move >> 5 << 10
    return head if _ROCK <= move < _UPGRADE else head + mind[(move & 31) * 8]


@cython.cfunc
@cython.nogil
def _move_of(mind: cython.p_longlong, key: cython.longlong, seat: cython.longlong) -> cython.longlong:
    """Give the move that `key` names in this world, 0 where it is not legal."""
    act = key >> 14 << 9
    square = key >> 10 & 15
    owner = mind[_OWNER + square]
    if act == _ROCK:
        if owner != _NOBODY or mind[_ROCKS + seat] or mind[_SIZE + seat] == 0:
            return 0
        return _ROCK + square * 32 + _rock_of(mind, seat)
    slot = mind[_SLOT_OF + seat * 1024 + (key & 1023)]
    if mind[_WHERE + slot] != _IN_HAND or mind[slot * 8] != key & 1023:
        return 0
    if act == _PLACE:
        return square * 32 + slot if owner == _NOBODY else 0
    if owner != seat or mind[_COUNTED + square] + 1 != mind[slot * 8 + _LEVEL]:
        return 0
    return _UPGRADE + square * 32 + slot


@cython.cfunc
@cython.nogil
def _options(mind: cython.p_longlong) -> cython.longlong:
    """Count the moves that a search tells apart; 0 where all that is left is to pass."""
    seat = mind[_MOVER]
    places = mind[_EMPTY] * mind[_COUNT + seat * 8 + 1]
    rocks = mind[_EMPTY] if mind[_ROCKS + seat] == 0 and mind[_SIZE + seat] > 0 else 0
    return places + rocks + _upgrades(mind, seat)


@cython.cfunc
@cython.nogil
def _pick(mind: cython.p_longlong, tree: cython.p_longlong, node: cython.longlong) -> cython.longlong:
    """Give the node to go down to from `node`, leaving its move in `_PICKED`; 0 where a new one is due.

    The formula is UCB on availability, with a root in the place of the logarithm: `sqrt` is the same to the last bit on
    every machine, and no product is added to anything, which some machines would round once, not twice.
    """
    seat = mind[_MOVER]
    untried = _options(mind)
    best = 0
    most: cython.double = -1.0
    mind[_STAMP] += 1
    child = tree[node + _CHILD]
    while child:
        move = _move_of(mind, tree[child], seat)
        if move:
            untried -= 1
            mind[_SEEN + move] = mind[_STAMP]
            tree[child + _AVAILABLE] += 1
            visits: cython.double = tree[child + _VISITS]
            worth: cython.double = tree[child + _WORTH]
            available: cython.double = tree[child + _AVAILABLE]
            promise = worth / (visits * _WIN) + sqrt(_EXPLORE * sqrt(available) / visits)
            if promise > most:
                most = promise
                best = child
                mind[_PICKED] = move
        child = tree[child + _SIBLING]
    return 0 if untried > 0 and most < _URGENT and tree[_NODES] < mind[_ROOM] else best


@cython.cfunc
@cython.nogil
def _grow(mind: cython.p_longlong, tree: cython.p_longlong, node: cython.longlong) -> cython.longlong:
    """Hang a node under `node` for the move, in `_PICKED` then, of most hope that the last pick missed; give it."""
    mind[_PICKED] = _untried(mind, _list_told_apart(mind))
    child = tree[_NODES] * _NODE
    tree[_NODES] += 1
    tree[child] = _key_of(mind, mind[_PICKED])
    tree[child + _VISITS] = 0
    tree[child + _AVAILABLE] = 1
    tree[child + _WORTH] = 0
    tree[child + _CHILD] = 0
    tree[child + _SIBLING] = tree[node + _CHILD]
    tree[node + _CHILD] = child
    return child


@cython.cfunc
@cython.nogil
def _list_told_apart(mind: cython.p_longlong) -> cython.longlong:
    """List the moves that a search tells apart as `_list` does; give how many."""
    seat = mind[_MOVER]
    hand = seat * 8
    listed = 0
    for at in range(mind[_EMPTY]):
        listed = _list_cards(mind, listed, _PLACE, mind[_FREE + at], mind[_BEGIN + hand + 1], mind[_COUNT + hand + 1])
    if mind[_ROCKS + seat] == 0 and mind[_SIZE + seat] > 0:
        rock = mind[_CARD_AT + _rock_of(mind, seat)]
        for at in range(mind[_EMPTY]):
            listed = _list_cards(mind, listed, _ROCK, mind[_FREE + at], rock, 1)
    return _list_upgrades(mind, listed)


@cython.cfunc
@cython.nogil
def _untried(mind: cython.p_longlong, listed: cython.longlong) -> cython.longlong:
    """Give the listed move of most hope that the last pick did not see, one of several drawn."""
    best = 0
    most = -1
    ties = 0
    for at in range(listed):
        if mind[_SEEN + mind[_MOVES + at]] != mind[_STAMP]:
            hope = _hope(mind, mind[_MOVES + at], mind[_GAINS + at])
            if hope >= most:
                ties = ties + 1 if hope == most else 1
                most = hope
                if _draw(mind, mind[_MOVER], ties) == 0:
                    best = mind[_MOVES + at]
    return best


@cython.cfunc
@cython.nogil
def _foreseen(mind: cython.p_longlong, move: cython.longlong, gain: cython.longlong) -> cython.longlong:
    """Give the gain of a move, but for one that ends the game much if that wins it, and nothing if that loses it."""
    if mind[_EMPTY] != 1 or move >= _UPGRADE:
        return gain
    seat = mind[_MOVER]
    lead = mind[_HELD + seat] + gain - mind[_HELD + 1 - seat]
    if lead == 0:
        return gain
    return gain + 100 if lead > 0 else 0


@cython.cfunc
@cython.nogil
def _hope(mind: cython.p_longlong, move: cython.longlong, gain: cython.longlong) -> cython.longlong:
    """Give, 0 or more, how good a move looks: what it gains, less how open to capture its card would lie."""
    hope = 16 * _foreseen(mind, move, gain) + 40
    if move >= _PASS or _ROCK <= move < _UPGRADE:
        return hope
    square = move >> 5 & 15
    edges = (move & 31) * 8 + _EDGES
    rival = 1 - mind[_MOVER]
    return hope - (
        _open_by(mind, square - 4, rival, mind[edges])
        + _open_by(mind, square + 1, rival, mind[edges + 1])
        + _open_by(mind, square + 4, rival, mind[edges + 2])
        + _open_by(mind, square - 1, rival, mind[edges + 3])
    )


@cython.cfunc
@cython.nogil
def _open_by(
    mind: cython.p_longlong, beside: cython.longlong, rival: cython.longlong, edge: cython.longlong
) -> cython.longlong:
    """Give by how much an edge falls short of 10 where `rival` may attack it from the square beside it, else 0."""
    if mind[_OWNER + beside] != _NOBODY and mind[_OWNER + beside] != rival:
        return 0
    return 10 - edge if edge < 10 else 0


@cython.cfunc
@cython.nogil
def _light(mind: cython.p_longlong) -> cython.longlong:
    """Choose a playout's move: the first of greatest gain, as foreseen, of a few that are drawn."""
    best = _random(mind)
    if best == _PASS:
        return best
    most = _foreseen(mind, best, _gain(mind, best))
    for _ in range(1, _LOOKS):
        move = _random(mind)
        gain = _foreseen(mind, move, _gain(mind, move))
        if gain > most:
            most, best = gain, move
    return best


@cython.cfunc
@cython.nogil
def _played_out(mind: cython.p_longlong, judging: cython.longlong) -> cython.longlong:
    """Play on to the end or, `judging` (1 or 0) by what was learned, for one move; give what it is worth to Black."""
    left = 1
    while left and not _is_over(mind):
        _apply(mind, _light(mind))
        left -= judging
    if not _is_over(mind):
        worth = _appraised(mind)
        return _WIN - worth if mind[_MOVER] else worth
    lead = mind[_HELD] - mind[_HELD + 1]
    return _WIN if lead > 0 else (_WIN // 2 if lead == 0 else 0)


@cython.cfunc
@cython.nogil
def _appraised(mind: cython.p_longlong) -> cython.longlong:
    """Give what a position that is not over seems to be worth to its mover, 0 to _WIN: the weights of its signs."""
    total = 8 * 1024
    for at in range(_note_signs(mind)):
        total += mind[_WEIGHTS + mind[_NOTED + at]]
    total = 0 if total < 0 else (16383 if total > 16383 else total)
    return mind[_WEIGHTS + _SCALE + (total >> 7)]


@cython.cfunc
@cython.nogil
def _note_signs(mind: cython.p_longlong) -> cython.longlong:
    """Write down which signs a position bears; give how many (see `signs`)."""
    mover = mind[_MOVER]
    stage = (mind[_EMPTY] - 1) // 3 * _STAGE
    mind[_NOTED] = _LEADS + mind[_EMPTY] * 20 + 9 + mind[_HELD + mover] - mind[_HELD + 1 - mover]
    noted = 1
    for seat in range(2):
        side = stage if seat == mover else stage + _SIDE
        for level in range(1, 6):
            mind[_NOTED + noted] = side + _HELD_BACK + level * 16 + mind[_COUNT + seat * 8 + level]
            noted += 1
    for square in range(_FIRST, _BEYOND):
        owner = mind[_OWNER + square]
        if owner < _NOBODY:
            side = stage if owner == mover else stage + _SIDE
            if mind[_SHOWN + square] == _NOBODY:
                mind[_NOTED + noted] = side + _LAID
                noted += 1
            else:
                noted = _note_card(mind, square, side, noted)
    return noted


@cython.cfunc
@cython.nogil
def _note_card(
    mind: cython.p_longlong, square: cython.longlong, side: cython.longlong, noted: cython.longlong
) -> cython.longlong:
    """Write down the signs of a card face up; give how many there are then."""
    mind[_NOTED + noted] = side + _LAID + mind[_COUNTED + square]
    edges = mind[_TOP + square] * 8 + _EDGES
    noted = _note_edge(mind, square, square - 4, side + mind[edges], noted + 1)
    noted = _note_edge(mind, square, square + 1, side + mind[edges + 1], noted)
    noted = _note_edge(mind, square, square + 4, side + mind[edges + 2], noted)
    return _note_edge(mind, square, square - 1, side + mind[edges + 3], noted)


@cython.cfunc
@cython.nogil
def _note_edge(
    mind: cython.p_longlong,
    square: cython.longlong,
    beside: cython.longlong,
    sign: cython.longlong,
    noted: cython.longlong,
) -> cython.longlong:
    """Write down what an edge faces, nothing at the margin; give how many signs there are then."""
    other = mind[_OWNER + beside]
    if other > _NOBODY:
        return noted
    kind = 0
    if other == mind[_OWNER + square]:
        kind = 1
    elif other < _NOBODY:
        kind = 3 if mind[_SHOWN + beside] == _NOBODY else 2
    mind[_NOTED + noted] = sign + kind * _KIND
    return noted + 1


@cython.cfunc
@cython.nogil
def _iterate(mind: cython.p_longlong, tree: cython.p_longlong, pool: cython.p_longlong) -> cython.longlong:
    """Search once; give how deep in the tree that led."""
    depth = 0
    node = 0
    grown = 0
    _imagine(mind, pool)
    while not grown and not _is_over(mind):
        if _options(mind) == 0:  # a forced pass needs no node
            _apply(mind, _PASS)
            continue
        child = _pick(mind, tree, node)
        if child == 0:
            if tree[_NODES] >= mind[_ROOM]:
                break
            child = _grow(mind, tree, node)
            grown = 1
        node = child
        mind[_PATH + depth] = node * 2 + mind[_MOVER]
        depth += 1
        _apply(mind, mind[_PICKED])
    black = _played_out(mind, mind[_LEARNED] if tree[_VISITS] < _JUDGED else 0)
    tree[_VISITS] += 1
    for at in range(depth):
        node = mind[_PATH + at] >> 1
        tree[node + _VISITS] += 1
        tree[node + _WORTH] += _WIN - black if mind[_PATH + at] & 1 else black
    return depth


@cython.cfunc
@cython.nogil
def _child_of(tree: cython.p_longlong, node: cython.longlong, key: cython.longlong) -> cython.longlong:
    """Give the node that `key` leads to from `node`, 0 where there is none."""
    child = tree[node + _CHILD]
    while child and tree[child] != key:
        child = tree[child + _SIBLING]
    return child


@cython.cfunc
@cython.nogil
def _transplant(tree: cython.p_longlong, node: cython.longlong, ground: cython.p_longlong) -> cython.longlong:
    """Copy `node` and all below it to `ground`, which has room for them, as a tree of its own; give its nodes."""
    _copy(tree, node, ground, 0, _NODE)
    ground[_SIBLING] = 0
    at = 0
    used = 1
    while at < used:
        # Until its turn comes, a copied node still points at its first child in the old tree.
        child = ground[at * _NODE + _CHILD]
        ground[at * _NODE + _CHILD] = 0
        while child:
            _copy(tree, child, ground, used * _NODE, _NODE)
            ground[used * _NODE + _SIBLING] = ground[at * _NODE + _CHILD]
            ground[at * _NODE + _CHILD] = used * _NODE
            used += 1
            child = tree[child + _SIBLING]
        at += 1
    ground[_NODES] = used
    return used


# --- Looking ahead ----------------------------------------------------------------------------------------------------
#
# Alpha-beta on one world, to some depth or to the end. What a position is worth to its mover is 0 for a loss, 100 for a
# draw, 200 for a win, and where the looking stops 100 and its lead in squares. Turning the board gains nothing: cards
# keep their compass, so that a turned position is another one.


@cython.cfunc
@cython.nogil
def _weigh(
    game: cython.p_longlong,
    frames: cython.p_longlong,
    table: cython.p_longlong,
    ply: cython.longlong,
    depth: cython.longlong,
    low: cython.longlong,
    high: cython.longlong,
) -> cython.longlong:
    """Give what a position is worth, exactly between `low` and `high`, else a bound; its best move lies in the frame.

    A depth beyond _TO_THE_END looks at every legal move to the end of the game; a smaller one at those that a search
    tells apart. With more positions than `frames` allows, what comes out means nothing. Below the first ply, moves that
    fill the last square are not made one by one: what the best of them comes to is reckoned.
    """
    frames[_LOOKED_AT] += 1
    lead = 9 + game[_HELD + game[_MOVER]] - game[_HELD + 1 - game[_MOVER]]
    if _is_over(game):
        return _settled(lead)
    if depth == 0 or frames[_LOOKED_AT] > frames[_ALLOWED]:
        return 91 + lead
    frame = _FRAMES + ply * _FRAME
    board = 0
    rest = 0
    if depth > _TO_THE_END:
        board = _board_word(game)
        rest = _rest_word(game)
        known = _known(frames, table, board, rest, low, high)
        if known:
            return known - 1
    best = 0
    filled = 0
    if game[_EMPTY] == 1 and ply > 0:
        filled = _last_filling(game, game[_MOVER])
        best = _settled(lead + filled) if filled else 0
        if best >= high:
            return best
    floor = best if best > low else low
    listed = _line_up(game, frames, frame, depth, filled)
    answered = _can_fill(game, 1 - game[_MOVER]) if depth > 1 else 0
    for at in range(listed):
        move = _next_in_line(frames, frame, at, listed)
        worth = _at_most(game, move, lead) if answered and at > 0 else 200
        if worth <= floor:
            best = worth if worth > best else best
            continue
        _apply(game, move)
        worth = 200 - _weigh(game, frames, table, ply + 1, depth - 1, 200 - high, 200 - floor)
        _copy(frames, frame, game, _MOVER, _LUCK - _MOVER)
        if worth > best or at == 0:
            best = worth if worth > best else best
            frames[frame + _BEST] = move
            floor = best if best > floor else floor
        if best >= high:
            frames[_REFUTED + move] += 1
            break
    if depth > _TO_THE_END and frames[_LOOKED_AT] <= frames[_ALLOWED]:
        bound = _AT_LEAST if best >= high else (_AT_MOST if best <= low else _EXACT)
        _remember(frames, table, board, rest, bound * 4 + best // 100)
    return best


@cython.cfunc
@cython.nogil
def _settled(lead: cython.longlong) -> cython.longlong:
    """Give what a game that is over is worth to a seat with this lead in squares, plus 9."""
    return 100 if lead == 9 else (200 if lead > 9 else 0)


@cython.cfunc
@cython.nogil
def _at_most(game: cython.p_longlong, move: cython.longlong, lead: cython.longlong) -> cython.longlong:
    """Give what a move is worth at most where it leaves one square, which the rival can fill to end the game."""
    if game[_EMPTY] != (1 if move >= _UPGRADE else 2):
        return 200
    return _settled(lead + _gain(game, move) - 1)


@cython.cfunc
@cython.nogil
def _can_fill(game: cython.p_longlong, seat: cython.longlong) -> cython.longlong:
    """Say (1 or 0) whether `seat` has a card for an empty square."""
    return 1 if game[_COUNT + seat * 8 + 1] > 0 or (game[_ROCKS + seat] == 0 and game[_SIZE + seat] > 0) else 0


@cython.cfunc
@cython.nogil
def _last_filling(game: cython.p_longlong, seat: cython.longlong) -> cython.longlong:
    """Give the most that the mover gains by filling the last square, 0 where it has no card for that."""
    square = game[_FREE]
    most = _can_fill(game, seat)
    sides = _exposed(game, square, 1 - seat)
    if sides:
        begin = game[_BEGIN + seat * 8 + 1]
        for at in range(begin, begin + game[_COUNT + seat * 8 + 1]):
            gain = 1 + 2 * _number_of(_captures(game, square, game[_CARDS + at], sides))
            most = gain if gain > most else most
    return most


@cython.cfunc
@cython.nogil
def _line_up(
    game: cython.p_longlong,
    frames: cython.p_longlong,
    frame: cython.longlong,
    depth: cython.longlong,
    filled: cython.longlong,
) -> cython.longlong:
    """Put the game and its moves, with what speaks for each, into a frame; give how many moves there are.

    Where filling the last square was weighed already (`filled` above 0), only upgrades are left.
    """
    if filled:
        listed = _list_upgrades(game, 0)
    else:
        listed = _list(game) if depth > _TO_THE_END else _list_told_apart(game)
        if listed == 0:
            game[_MOVES] = _PASS
            game[_GAINS] = 0
            listed = 1
    _copy(game, _MOVER, frames, frame, _LUCK - _MOVER)
    for at in range(listed):
        move = game[_MOVES + at]
        # New squares before upgrades, which lead to longer games; then what has refuted other moves.
        gain = _foreseen(game, move, game[_GAINS + at]) + (0 if move >= _UPGRADE else 2)
        frames[frame + _LINE + at] = move
        frames[frame + _LINE_GAINS + at] = gain * 1024 + frames[_REFUTED + move]
    return listed


@cython.cfunc
@cython.nogil
def _next_in_line(
    frames: cython.p_longlong, frame: cython.longlong, at: cython.longlong, listed: cython.longlong
) -> cython.longlong:
    """Give the move of greatest gain from place `at` on, which takes that place."""
    line = frame + _LINE
    gains = frame + _LINE_GAINS
    most = at
    for other in range(at + 1, listed):
        if frames[gains + other] > frames[gains + most]:
            most = other
    _exchange(frames, line + at, line + most)
    _exchange(frames, gains + at, gains + most)
    return frames[line + at]


@cython.cfunc
@cython.nogil
def _board_word(game: cython.p_longlong) -> cython.longlong:
    """Give owners and tops of the nine squares as one number below 2**63."""
    word: cython.longlong = 0
    for square in range(_FIRST, _BEYOND):
        if square & 3:
            word = word * 128 + game[_OWNER + square] * 32 + game[_TOP + square]
    return word


@cython.cfunc
@cython.nogil
def _rest_word(game: cython.p_longlong) -> cython.longlong:
    """Give all else that decides how a game goes on, both hands, the mover and the passes in a row, as one number."""
    word: cython.longlong = game[_MOVER] * 2 + game[_PASSES]
    for slot in range(28):
        word = word * 2 + (game[_WHERE + slot] == _IN_HAND)
    return word


@cython.cfunc
@cython.nogil
def _place_of(frames: cython.p_longlong, board: cython.longlong, rest: cython.longlong) -> cython.longlong:
    """Give where the table remembers a position."""
    word = _mixed((board & _WORD) ^ _mixed((board >> 32) ^ _mixed(rest & _WORD)))
    return (word & frames[_TABLE_MASK]) * 2


@cython.cfunc
@cython.nogil
def _remember(
    frames: cython.p_longlong,
    table: cython.p_longlong,
    board: cython.longlong,
    rest: cython.longlong,
    proved: cython.longlong,
) -> cython.longlong:
    """Put what was proved of a position into the table, in the place of another one; give that place."""
    place = _place_of(frames, board, rest)
    table[place] = board
    table[place + 1] = rest * 16 + proved
    return place


@cython.cfunc
@cython.nogil
def _known(
    frames: cython.p_longlong,
    table: cython.p_longlong,
    board: cython.longlong,
    rest: cython.longlong,
    low: cython.longlong,
    high: cython.longlong,
) -> cython.longlong:
    """Give one more than what the table knows a position to be worth, 0 where that does not settle it.

    It remembers positions whole, so that no other one can be taken for this one.
    """
    place = _place_of(frames, board, rest)
    if table[place] != board or table[place + 1] >> 4 != rest:
        return 0
    worth = (table[place + 1] & 3) * 100
    bound = table[place + 1] >> 2 & 3
    if bound == _EXACT or (bound == _AT_LEAST and worth >= high) or (bound == _AT_MOST and worth <= low):
        return worth + 1
    return 0


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


def pool(cards: array[int], weights: array[int]) -> array[int]:
    """Lay out what the rival may have in hand: faces, and for each a weight, or no weights where all are as likely.

    Raises ValueError for numbers beyond MOST_NUMBER, and for weights that are negative, do not match, or reach 2**31.
    """
    if len(cards) % FACE_CELLS or len(weights) not in (0, len(cards) // FACE_CELLS):
        raise ValueError(f"There is a weight for each card or none at all: {len(weights)} for {len(cards)} cells.")
    if any(number > MOST_NUMBER for number in cards[::FACE_CELLS]) or not {*cards[1::FACE_CELLS]} <= {1, 2, 3, 4, 5}:
        raise ValueError(f"A search knows cards of Levels I to V with numbers up to {MOST_NUMBER}.")
    if any(weight < 0 for weight in weights) or sum(weights) >> 31:
        raise ValueError("Weights are 0 or more, less than 2**31 together.")
    return array("q", cards) + (weights or array("q", [0]) * (len(cards) // FACE_CELLS))


def mind(game: array[int], viewer: int, cards: array[int], seed: int, learned: array[int] | None = None) -> array[int]:
    """Lay out a search by `viewer`, whose turn it is in `game`: the rival's hidden cards there do not matter.

    `cards` is a pool of at least as many cards as the rival has in hand. With `learned`, weights and steps as `signs`
    and STEPS say, the first thousands of games are judged by them; the others are played to the end. Raises ValueError
    for too few cards, and for what is not as many weights and steps.
    """
    _cells(game, _CELLS)
    count = len(cards) // (FACE_CELLS + 1)
    rival = 1 - viewer
    hidden = [slot for slot in range(rival * 14, rival * 14 + 14) if game[_WHERE + slot] == HAND]
    if len(hidden) > count:
        raise ValueError(f"The rival has {len(hidden)} cards in hand, and a pool of {count} is too small for that.")
    laid = array("q", [0]) * (_ORDER + count)
    laid[:_CELLS] = game[:_CELLS]
    laid[_SAVED:_VIEWER] = game[_MOVER:_LUCK]
    laid[_VIEWER:_ROOM] = array("q", [viewer, count, sum(cards[count * FACE_CELLS :])])
    laid[_HIDDEN : _HIDDEN + len(hidden)] = array("q", hidden)
    laid[_ORDER:] = array("q", range(count))
    if learned is not None:
        if len(learned) != WEIGHTS + STEPS:
            raise ValueError(f"What is learned is {WEIGHTS + STEPS} numbers, not {len(learned)}.")
        laid[_LEARNED] = 1
        laid[_WEIGHTS:_NOTED] = learned
    for slot in range(viewer * 14, viewer * 14 + 14):
        if game[slot * 8] > MOST_NUMBER:
            raise ValueError(f"A search knows cards with numbers up to {MOST_NUMBER}.")
        laid[_SLOT_OF + viewer * 1024 + game[slot * 8]] = slot
    _seed(_cells(laid, _CELLS), seed & 0xFFFFFFFF)
    return laid


def signs(game: array[int]) -> array[int]:
    """Give the signs that a position bears, whose weights are added up to judge it for its mover; 50 or so of WEIGHTS.

    For each of three stages of the game and for either side there is one for every number of cards of a Level in hand,
    for the Level of a square's top, and for every edge by what it faces; one more for the lead and the empty squares.
    Raises ValueError when the game is over.
    """
    laid = array("q", game[:_CELLS]) + array("q", bytes((_ORDER - _CELLS) * 8))
    cells: cython.p_longlong = _cells(laid, _ORDER)
    if _is_over(cells):
        raise ValueError("The game is over.")
    noted = _note_signs(cells)
    return laid[_NOTED : _NOTED + noted]


def seedling() -> array[int]:
    """Give a tree that has nothing but its root."""
    return array("q", [1] + [0] * (NODE_CELLS - 1))


def search(laid: array[int], tree: array[int], cards: array[int], iterations: int) -> None:
    """Search on so many times. `laid` is a mind, `tree` its nodes (see `seedling`), `cards` its pool."""
    room = min(tree[_NODES] + iterations, MOST_NODES)
    if len(tree) < room * NODE_CELLS:
        tree.frombytes(bytes((room * NODE_CELLS - len(tree)) * tree.itemsize))
    laid[_ROOM] = room
    cells: cython.p_longlong = _cells(laid, _ORDER)
    nodes: cython.p_longlong = _cells(tree, NODE_CELLS)
    faces: cython.p_longlong = _cells(cards, 0)
    count: cython.longlong = iterations
    with cython.nogil:
        for _ in range(count):
            _iterate(cells, nodes, faces)


def visits(tree: array[int]) -> int:
    """Give how many times a tree was searched from its root."""
    return tree[_VISITS]


def options(laid: array[int], tree: array[int]) -> dict[int, tuple[int, float]]:
    """Give the moves that were searched, each with its visits and what they were worth on the average, 0 to 1."""
    cells: cython.p_longlong = _cells(laid, _ORDER)
    _copy(cells, _SAVED, cells, _MOVER, _LUCK - _MOVER)
    found = {}
    child = tree[_CHILD]
    while child:
        times = tree[child + _VISITS]
        found[_move_of(cells, tree[child], laid[_VIEWER])] = (times, tree[child + _WORTH] / (times * _WIN))
        child = tree[child + _SIBLING]
    return found


def key(head: int, number: int) -> int:
    """Give what names a move in a tree: act * 16 + square, and the card's number, 0 for a rock."""
    return head * 1024 + number


def followed(tree: array[int], keys: list[int]) -> array[int]:
    """Give what a tree holds below the moves that `keys` name, as a tree of its own; empty where it holds nothing."""
    nodes: cython.p_longlong = _cells(tree, NODE_CELLS)
    node: cython.longlong = 0
    for step in keys:
        node = _child_of(nodes, node, step)
        if node == 0:
            return array("q")
    ground = array("q", bytes(len(tree) * tree.itemsize))
    used = _transplant(nodes, node, _cells(ground, NODE_CELLS))
    return ground[: used * NODE_CELLS]


def faces(game: array[int]) -> array[int]:
    """Give the faces of a game by slot."""
    return game[: 28 * FACE_CELLS]


def frames(positions: int) -> array[int]:
    """Give what looking ahead works on; it may look at so many positions."""
    return array("q", [0, positions, (1 << TABLE_BITS) - 1]) + array("q", bytes((_FRAMES - 3 + 32 * _FRAME) * 8))


def looked_at(work: array[int]) -> int:
    """Give how many positions were looked at the last time."""
    return work[_LOOKED_AT]


def table() -> array[int]:
    """Give an empty table, 16 MB, of positions that were solved: for one deal, since it knows cards by their slots."""
    return array("q", [-1, 0]) * (1 << TABLE_BITS)


def solve(game: array[int], positions: int, known: array[int]) -> tuple[int, int, int]:
    """Look to the end of a game that is not over, all cards being known.

    Gives what the mover can force, 1 a win, 0 a draw, -1 a loss, a move that forces it, and the positions looked at.
    Where they are more than `positions`, the move is 0 and the first number means nothing.
    """
    copy = array("q", game)
    cells: cython.p_longlong = _cells(copy, _CELLS)
    if _is_over(cells):
        raise ValueError("The game is over.")
    work = frames(positions)
    looks: cython.p_longlong = _cells(work, _FRAMES)
    remembered: cython.p_longlong = _cells(known, 2 << TABLE_BITS)
    # Remembered, the root would have no move to show: it is looked into anew each time, which is little.
    remembered[_place_of(looks, _board_word(cells), _rest_word(cells)) + 1] = 0
    worth: cython.longlong
    with cython.nogil:
        worth = _weigh(cells, looks, remembered, 0, 2 * _TO_THE_END, 0, 200)
    done = work[_LOOKED_AT] <= positions
    return worth // 100 - 1, work[_FRAMES + _BEST] if done else 0, work[_LOOKED_AT]


def look_ahead(laid: array[int], cards: array[int], work: array[int], depth: int) -> dict[int, int]:
    """Imagine one world of a mind and weigh there each move that a search tells apart, `depth` moves ahead.

    Gives for each 0 (a loss) to 200 (a win), and nothing where that takes more positions than `work` allows.
    """
    cells: cython.p_longlong = _cells(laid, _ORDER)
    faces: cython.p_longlong = _cells(cards, 0)
    looks: cython.p_longlong = _cells(work, _FRAMES)
    left: cython.longlong = depth - 1
    worth: cython.longlong
    _imagine(cells, faces)
    work[_LOOKED_AT] = 0
    found = {}
    for at in range(_line_up(cells, looks, _FRAMES, 1, 0)):
        move = work[_FRAMES + _LINE + at]
        _apply(cells, move)
        with cython.nogil:
            worth = _weigh(cells, looks, looks, 1, left, 0, 200)
        _copy(looks, _FRAMES, cells, _MOVER, _LUCK - _MOVER)
        found[move] = 200 - worth
    return found if work[_LOOKED_AT] <= work[_ALLOWED] else {}
