"""What the program needs of the machine: files and texts of strangers read with limits, output, signals, clock,
memory."""
