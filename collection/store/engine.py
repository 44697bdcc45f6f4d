"""SQLAlchemy's engine over the store's own connections and transactions.

sqlite3's legacy transactions leave DDL and savepoints outside, and begin so late that two readers who then write meet
in a deadlock. So every transaction here is begun by us: BEGIN IMMEDIATE to write, BEGIN to see one moment.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

WRITING = "book_writing"
"""The execution option that says that a transaction means to write."""


def make_engine(creator: Callable[[], sqlite3.Connection]) -> Engine:
    """Give an engine over connections that `creator` makes; nothing is opened yet."""
    engine = create_engine("sqlite://", creator=creator, poolclass=QueuePool, pool_size=5, max_overflow=-1)
    event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: Connection) -> None:
    if connection.get_execution_options().get(WRITING, False):
        connection.exec_driver_sql("PRAGMA query_only = 0")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.exec_driver_sql("PRAGMA query_only = 1")
        connection.exec_driver_sql("BEGIN")
