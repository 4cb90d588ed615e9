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
  -- Until when what is kept as the PIN is a one-time code, with which the person chooses one; null where it was chosen.
  code_until  INTEGER,
  created_at  INTEGER NOT NULL,
  disabled_at INTEGER,
  -- The only outlets that the person sees, as {companyGuid, outletName}; none for a person who sees all.
  outlets     TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(outlets))
) STRICT, WITHOUT ROWID;
CREATE TRIGGER operator_is_kept BEFORE DELETE ON operator
BEGIN SELECT RAISE(ABORT, 'people are never deleted: the journal names them'); END;

-- Wrong PINs in a row, by door and by who tried there: whoever guesses at a PIN pauses himself, and not its person.
CREATE TABLE pin_try (
  operator_id TEXT NOT NULL REFERENCES operator (id),
  door        TEXT NOT NULL CHECK (door IN ('sign_in', 'session')),
  origin      TEXT NOT NULL,
  in_a_row    INTEGER NOT NULL CHECK (in_a_row > 0),
  PRIMARY KEY (operator_id, door, origin)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE token (
  id           TEXT PRIMARY KEY,
  name         TEXT NOT NULL,
  sha256       TEXT NOT NULL UNIQUE,
  scopes       TEXT NOT NULL CHECK (json_valid(scopes)),
  company_id   INTEGER REFERENCES company (id),
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at   INTEGER,
  -- How the gateway of an outlet stood when it last said so: it comes in with a token of its own.
  report       TEXT,
  reported_at  INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE verified_taxpayer (
  tin         TEXT NOT NULL,
  id_type     TEXT NOT NULL,
  id_number   TEXT NOT NULL,
  verified_at INTEGER NOT NULL,
  PRIMARY KEY (tin, id_type, id_number)
) STRICT, WITHOUT ROWID;
`
