"""Columns of equal length: what a trial or a curve comes as where pandas is not installed."""

from __future__ import annotations

import html


class Table(dict):
    """A dict of arrays of equal length, shown as a table. ``attrs`` holds what is known about it as a whole."""

    def __init__(self, *args, attrs=None, **kwargs):
        super().__init__(*args, **kwargs)
        self.attrs = dict(attrs or {})

    def __reduce__(self):
        return (_make, (dict(self), self.attrs))

    def rows(self):
        """The rows, as tuples in the order of the columns."""
        return list(zip(*self.values(), strict=True))

    def __repr__(self):
        count = len(next(iter(self.values()), ()))
        return f"<Table of {count} rows: {', '.join(self)}>"

    def _repr_html_(self):
        rows = self.rows()
        shown = rows if len(rows) <= 20 else [*rows[:10], None, *rows[-10:]]
        head = "".join(f"<th>{html.escape(str(name))}</th>" for name in self)
        body = "".join(_row_html(row, len(self)) for row in shown)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table><p>{len(rows)} rows</p>"


def _make(columns, attrs):
    return Table(columns, attrs=attrs)


def _row_html(row, width):
    cells = ["…"] * width if row is None else row
    return "<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in cells) + "</tr>"


def present(columns, attrs, frame):
    """A DataFrame if pandas is installed, else a Table; ``frame`` insists on one of them."""
    if frame is False:
        return Table(columns, attrs=attrs)
    try:
        import pandas
    except ImportError:
        if frame:
            raise
        return Table(columns, attrs=attrs)
    table = pandas.DataFrame(columns)
    table.attrs = attrs
    return table
