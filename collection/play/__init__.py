"""A match being played: seats, hands, antes, turns, resuming, settlement into the ledger."""
