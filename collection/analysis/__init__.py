"""What a game that was played could have been: every move judged with all cards known, in numbers and in words."""
