"""What is installed on a Pi."""
