"""Reports for tests, written to the column by hand."""

RULER = (
    "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR  "
)

# Four players, three rounds of Berger's table. 3 lost by forfeit to 4 in round 2.
FOUR = """\
012 Four in a Hall
022 Saint Louis
092 Individual: Round-Robin
142 3
202 DE,BPG,KS,SB,WON
001    1 m GM Ahn, Ada                          2500 USA     2000001 1960/01/02  2.5    1     4 w 1     2 w 1     3 b =
001    2 m    Bérg, Bö                          2400 NOR     2000002             1.5    3     3 w 1     1 b 0     4 w =
001    3 w IM Cole, Cy                          2300 ENG     2000003 1951/00/00  0.5    4     2 b 0     4 b -     1 w =
001    4 m    Dahl, Di                             0 SWE                         1.5    2     1 b 0     3 w +     2 b =
"""


def with_lines(text: str, *lines: str) -> str:
    """The report with further records at its end."""
    return text + "".join(f"{line}\n" for line in lines)
