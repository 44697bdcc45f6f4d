"""Collections, packs, ledgers and corrections as files: written, and read back to the same state."""
