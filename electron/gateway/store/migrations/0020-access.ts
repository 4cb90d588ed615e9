/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const access = `
CREATE TABLE token (
  id           TEXT PRIMARY KEY,
  name         TEXT NOT NULL,
  sha256       TEXT NOT NULL UNIQUE,
  scopes       TEXT NOT NULL CHECK (json_valid(scopes)),
  company_id   INTEGER REFERENCES company (id),
  created_at   INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at   INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE verified_taxpayer (
  tin         TEXT NOT NULL,
  id_type     TEXT NOT NULL,
  id_number   TEXT NOT NULL,
  verified_at INTEGER NOT NULL,
  PRIMARY KEY (tin, id_type, id_number)
) STRICT, WITHOUT ROWID;

-- Acts that concern no record: tokens, companies, taxpayer look-ups.
CREATE TABLE act (
  seq   INTEGER PRIMARY KEY,
  at    INTEGER NOT NULL,
  by    TEXT NOT NULL,
  type  TEXT NOT NULL,
  facts TEXT NOT NULL CHECK (json_valid(facts))
) STRICT;
CREATE TRIGGER act_is_append_only_u BEFORE UPDATE ON act BEGIN SELECT RAISE(ABORT, 'acts are append-only'); END;
CREATE TRIGGER act_is_append_only_d BEFORE DELETE ON act BEGIN SELECT RAISE(ABORT, 'acts are append-only'); END;
`
