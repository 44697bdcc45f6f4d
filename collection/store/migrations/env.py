"""Where Alembic starts: on the connection that `store.schema` hands over, inside the transaction that it has begun."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
