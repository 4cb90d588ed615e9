/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const archive = `
-- Files beside the database that hold lines of the journal: what they tell of is taken away here, because it is there.
-- Together they hold every line from the first one on.
CREATE TABLE archive (
  first_line   INTEGER PRIMARY KEY,
  last_line    INTEGER NOT NULL UNIQUE CHECK (last_line >= first_line),
  name         TEXT NOT NULL UNIQUE,
  -- Which line they follow, and what they end with: whatever a file says is proved by it.
  chain_before BLOB NOT NULL CHECK (length(chain_before) = 32),
  chain_after  BLOB NOT NULL CHECK (length(chain_after) = 32),
  -- The last that lines up to its end tell of.
  last_event   INTEGER NOT NULL,
  -- Between which records it tells of any.
  first_record INTEGER NOT NULL,
  last_record  INTEGER NOT NULL,
  bytes        INTEGER NOT NULL,
  made_at      INTEGER NOT NULL,
  -- Up to which record the rows were taken away that it has; NULL once that is done.
  removed_to   INTEGER DEFAULT 0,
  -- Only within a transaction that takes rows away.
  removing     INTEGER NOT NULL DEFAULT 0 CHECK (removing IN (0, 1))
) STRICT;
CREATE INDEX archive_removing ON archive (removing) WHERE removing = 1;
CREATE TRIGGER archive_is_kept_d BEFORE DELETE ON archive BEGIN SELECT RAISE(ABORT, 'archives are append-only'); END;
CREATE TRIGGER archive_is_kept_u BEFORE UPDATE OF first_line, last_line, name, chain_before, chain_after, last_event,
  first_record, last_record, bytes, made_at ON archive
BEGIN SELECT RAISE(ABORT, 'archives are append-only'); END;

-- What an archive has may be taken away while that is done, and by nobody else.
DROP TRIGGER event_is_append_only_d;
DROP TRIGGER attempt_is_append_only_d;
DROP TRIGGER outcome_is_append_only_d;
DROP TRIGGER payload_is_append_only_d;
DROP TRIGGER journal_line_is_append_only_d;
CREATE TRIGGER event_is_append_only_d BEFORE DELETE ON event
  WHEN NOT EXISTS (SELECT 1 FROM archive WHERE removing = 1 AND old.seq <= last_event)
  BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER attempt_is_append_only_d BEFORE DELETE ON attempt
  WHEN NOT EXISTS (SELECT 1 FROM archive WHERE removing = 1)
  BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;
CREATE TRIGGER outcome_is_append_only_d BEFORE DELETE ON attempt_outcome
  WHEN NOT EXISTS (SELECT 1 FROM archive WHERE removing = 1)
  BEGIN SELECT RAISE(ABORT, 'outcomes are append-only'); END;
CREATE TRIGGER payload_is_append_only_d BEFORE DELETE ON payload
  WHEN NOT EXISTS (SELECT 1 FROM archive WHERE removing = 1)
  BEGIN SELECT RAISE(ABORT, 'payloads are append-only'); END;
CREATE TRIGGER journal_line_is_append_only_d BEFORE DELETE ON journal_line
  WHEN NOT EXISTS (SELECT 1 FROM archive WHERE removing = 1 AND old.line <= last_line)
  BEGIN SELECT RAISE(ABORT, 'journal lines are append-only'); END;
`
