"""`lab learn`: what positions are worth, learned from games that the search plays against itself."""

from __future__ import annotations

from typing import Annotated

import typer

from collection.cli.output import data, talk

_GAMES = 20_000


def learn(
    games: Annotated[
        int, typer.Option("--games", metavar="N", help=f"How many games to learn from, {_GAMES:,} unless said.")
    ] = _GAMES,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed learns the same weights.")] = 1,
) -> None:
    """Learn what positions are worth, and write the weights as data/mudwater/learned.yaml holds them.

    The search plays against itself, playing what it imagines to the end; from who won, the weights of what a position
    shows are learned. Some minutes for 20,000 games. Whether they are worth having, the arena says:
    lab arena --players search:0.02s,unlearned:0.02s
    """
    from collection.catalogue.data import data_digest, load_catalogue
    from collection.games.mudwater.learned import written
    from collection.lab.learning import learn as learn_from

    # From the cards as they come with the program, not as somebody corrected them: the weights are for everybody.
    catalogue = load_catalogue()
    learned = learn_from(catalogue, games, seed)
    provenance = {
        "command": f"lab learn --games {games} --seed {seed}",
        "games": str(learned.games),
        "positions": str(learned.positions),
        "seed": str(seed),
        "cards": f"sha256 {data_digest()}",
        "loss": f"{learned.loss:.4f}",
    }
    data(written(learned.weights, provenance).rstrip("\n"))
    talk(
        f"Learned from {learned.games:,} games; on those kept back the loss is {learned.loss:.4f} nats a position, "
        "0.6931 being that of one who knows nothing."
    )
