"""Mudwater: Swamp Origins, standard and Advanced: the readable truth of its rules."""
