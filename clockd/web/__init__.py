"""The pages of a table: a dashboard, a full-screen clock face, and the stream that keeps both true.

Views of snapshots only: this package reads what the table says on its Unix socket, changes nothing, and knows no
table, driver or journal. Design: the screens' description (tokens, states, words); forms: interfaces section 6.
"""
