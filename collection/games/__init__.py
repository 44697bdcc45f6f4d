"""Rules, one package a game, behind one protocol."""
