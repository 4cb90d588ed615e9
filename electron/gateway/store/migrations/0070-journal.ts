/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const journal = `
-- The journal beside the database has a line for every event and every act, in one order; here is what it says of
-- each, so that either can prove the other. Line by line: a gap or a second line of one number cannot be.
CREATE TABLE journal_line (
  line      INTEGER PRIMARY KEY,
  event_seq INTEGER REFERENCES event (seq),
  act_seq   INTEGER REFERENCES act (seq),
  -- What was written together with the event and cannot be told from the rows as they are now.
  beside    TEXT CHECK (beside IS NULL OR json_valid(beside)),
  chain     BLOB NOT NULL CHECK (length(chain) = 32),
  CHECK ((event_seq IS NULL) <> (act_seq IS NULL))
) STRICT;
CREATE TRIGGER journal_line_is_append_only_u BEFORE UPDATE ON journal_line
BEGIN SELECT RAISE(ABORT, 'journal lines are append-only'); END;
CREATE TRIGGER journal_line_is_append_only_d BEFORE DELETE ON journal_line
BEGIN SELECT RAISE(ABORT, 'journal lines are append-only'); END;

-- Over everything the record says, written together with it: a changed amount no longer fits.
ALTER TABLE record ADD COLUMN row_hash BLOB;
`
