"""The rules of Matschig: three to six players sling mud; fewest points win."""
