/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const codes = `
CREATE TABLE code_list (
  list         TEXT PRIMARY KEY,
  source       TEXT NOT NULL,
  refreshed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE code (
  list           TEXT NOT NULL REFERENCES code_list (list),
  code           TEXT NOT NULL,
  place          INTEGER NOT NULL,
  item           TEXT NOT NULL CHECK (json_valid(item) AND json_extract(item, '$.code') IS code),
  obsolete_since INTEGER,
  PRIMARY KEY (list, code)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER code_is_never_forgotten BEFORE DELETE ON code
BEGIN SELECT RAISE(ABORT, 'codes are never deleted: what is gone is obsolete'); END;

-- Every try to refresh a list, and what it changed.
CREATE TABLE code_try (
  seq          INTEGER PRIMARY KEY,
  list         TEXT NOT NULL,
  at           INTEGER NOT NULL,
  by           TEXT NOT NULL,
  source       TEXT NOT NULL,
  kept_because TEXT CHECK (kept_because IN ('unreachable', 'timed_out', 'refused', 'too_large', 'unreadable', 'empty',
                                            'shrunk')),
  changes      TEXT CHECK (changes IS NULL OR json_valid(changes)),
  CHECK (kept_because IS NULL OR changes IS NULL)
) STRICT;
CREATE INDEX code_try_by_list ON code_try (list, seq);
CREATE INDEX code_change_by_list ON code_try (list, seq) WHERE changes IS NOT NULL;
CREATE TRIGGER code_try_is_append_only_u BEFORE UPDATE ON code_try
BEGIN SELECT RAISE(ABORT, 'refreshes are append-only'); END;
CREATE TRIGGER code_try_is_append_only_d BEFORE DELETE ON code_try
BEGIN SELECT RAISE(ABORT, 'refreshes are append-only'); END;
`
