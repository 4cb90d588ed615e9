/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const people = `
CREATE TABLE operator (
  id          TEXT PRIMARY KEY,
  name        TEXT NOT NULL,
  -- The name as it is compared: one person's name must not pass for another's in the journal.
  name_key    TEXT NOT NULL UNIQUE,
  role        TEXT NOT NULL CHECK (role IN ('cashier', 'supervisor', 'owner')),
  language    TEXT,
  -- Its scrypt hash, with the salt and the cost it was made with.
  pin         TEXT NOT NULL CHECK (json_valid(pin)),
  -- Wrong PINs in a row.
  wrong_pins  INTEGER NOT NULL DEFAULT 0 CHECK (wrong_pins >= 0),
  created_at  INTEGER NOT NULL,
  disabled_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE TRIGGER operator_is_kept BEFORE DELETE ON operator
BEGIN SELECT RAISE(ABORT, 'people are never deleted: the journal names them'); END;

CREATE TABLE draft (
  id          TEXT PRIMARY KEY,
  operator_id TEXT NOT NULL REFERENCES operator (id),
  body        TEXT NOT NULL CHECK (json_valid(body)),
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL,
  done_at     INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX draft_open ON draft (operator_id, updated_at) WHERE done_at IS NULL;
CREATE TRIGGER draft_is_kept BEFORE DELETE ON draft BEGIN SELECT RAISE(ABORT, 'drafts are done, not deleted'); END;
`
