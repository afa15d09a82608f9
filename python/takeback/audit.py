"""Does `undo_action` of OpenSpiel's games give back what was there?

    python -m takeback.audit                    every game, as a table
    python -m takeback.audit chess othello      some of them
    python -m takeback.audit --markdown         the table of docs/audit.md
"""

from __future__ import annotations

import sys

from ._audit import Finding, audit_one, audit_open_spiel, main, walk_open_spiel

__all__ = ["Finding", "audit_one", "audit_open_spiel", "main", "walk_open_spiel"]

if __name__ == "__main__":
    sys.exit(main())
