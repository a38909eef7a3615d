"""The shell for an event: the tournament's own journal, copies of the tables' journals, and what goes between them."""
