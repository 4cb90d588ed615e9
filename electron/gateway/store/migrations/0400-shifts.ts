/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const shifts = `
-- A shift of a till. To it belong the records of its till and code after from_seq, up to through_seq once it is closed:
-- the next shift of the same code begins where this one ended, so each record is in exactly one.
CREATE TABLE shift (
  id            TEXT PRIMARY KEY,
  company_id    INTEGER NOT NULL REFERENCES company (id),
  outlet_name   TEXT NOT NULL,
  terminal_name TEXT NOT NULL,
  shift_code    TEXT NOT NULL,
  -- Counted at each till without a gap.
  number        INTEGER NOT NULL CHECK (number >= 1),
  from_seq      INTEGER NOT NULL,
  opened_at     INTEGER NOT NULL,
  opened_by     TEXT NOT NULL,
  through_seq   INTEGER,
  closed_at     INTEGER,
  closed_by     TEXT,
  clean         INTEGER CHECK (clean IN (0, 1)),
  reason        TEXT,
  -- As it was printed: a reprint says the same.
  report        TEXT CHECK (report IS NULL OR json_valid(report)),
  CHECK ((closed_at IS NULL) = (report IS NULL) AND (closed_at IS NULL) = (through_seq IS NULL)
    AND (closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (clean IS NULL)),
  CHECK (clean IS NOT 0 OR reason IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX shift_open ON shift (company_id, outlet_name, terminal_name) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX shift_number ON shift (company_id, outlet_name, terminal_name, number);
CREATE INDEX shift_ended ON shift (company_id, outlet_name, terminal_name, shift_code, through_seq)
  WHERE closed_at IS NOT NULL;
CREATE INDEX shift_closed ON shift (closed_at, id) WHERE closed_at IS NOT NULL;
CREATE TRIGGER shift_is_kept BEFORE DELETE ON shift BEGIN SELECT RAISE(ABORT, 'shifts are never deleted'); END;
CREATE TRIGGER shift_ends_for_ever BEFORE UPDATE ON shift WHEN old.closed_at IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'a closed shift never changes'); END;

-- A comparison with what the authority lists of a period, and how far it has come.
CREATE TABLE reconciliation (
  id         TEXT PRIMARY KEY,
  company_id INTEGER NOT NULL REFERENCES company (id),
  from_day   TEXT NOT NULL,
  to_day     TEXT NOT NULL,
  begun_at   INTEGER NOT NULL,
  begun_by   TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('running', 'stopped', 'done')),
  -- Where it is, and what it found.
  progress   TEXT NOT NULL CHECK (json_valid(progress)),
  outcome    TEXT CHECK (outcome IS NULL OR json_valid(outcome))
) STRICT, WITHOUT ROWID;
CREATE INDEX reconciliation_begun ON reconciliation (begun_at, id);

-- What the authority listed, until it has been compared.
CREATE TABLE reconciliation_document (
  reconciliation_id TEXT NOT NULL REFERENCES reconciliation (id),
  uuid              TEXT NOT NULL,
  document          TEXT NOT NULL CHECK (json_valid(document)),
  PRIMARY KEY (reconciliation_id, uuid)
) STRICT, WITHOUT ROWID;
`
