/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const links = `
-- The issue time in the document that was sent, for whoever reads the record: the attempt has it.
ALTER TABLE record ADD COLUMN document_time INTEGER;
UPDATE record SET document_time = (SELECT attempt.document_time FROM attempt WHERE attempt.id = record.attempt_id)
  WHERE ever_sent = 1 AND first_sent_at IS NOT NULL AND consolidated_into IS NULL;
UPDATE record SET document_time =
    (SELECT whole.document_time FROM record AS whole WHERE whole.sale_guid = record.consolidated_into)
  WHERE consolidated_into IS NOT NULL AND phase = 'valid';

-- A schedule, not history: it is made anew with the work of asking for a long id that did not come with the validity.
DROP INDEX outbox_due;
ALTER TABLE outbox RENAME TO outbox_before;
CREATE TABLE outbox (
  record_seq        INTEGER PRIMARY KEY REFERENCES record (seq),
  company_id        INTEGER NOT NULL,
  work              TEXT NOT NULL CHECK (work IN ('send', 'settle', 'poll', 'look_up', 'cancel', 'release', 'link')),
  due_at            INTEGER NOT NULL,
  tries             INTEGER NOT NULL DEFAULT 0,
  most_in_batch     INTEGER NOT NULL DEFAULT 100,
  submission_uid    TEXT,
  unfinished_builds INTEGER NOT NULL DEFAULT 0 CHECK (unfinished_builds >= 0)
) STRICT;
INSERT INTO outbox (record_seq, company_id, work, due_at, tries, most_in_batch, submission_uid, unfinished_builds)
  SELECT record_seq, company_id, work, due_at, tries, most_in_batch, submission_uid, unfinished_builds
  FROM outbox_before;
DROP TABLE outbox_before;
CREATE INDEX outbox_due ON outbox (work, company_id, due_at, record_seq);
INSERT INTO outbox (record_seq, company_id, work, due_at, submission_uid)
  SELECT seq, company_id, 'link', 0, submission_uid FROM record
  WHERE phase = 'valid' AND long_id = '' AND consolidated_into IS NULL AND seq NOT IN (SELECT record_seq FROM outbox);

-- Whether what is overdue goes as voluntary disclosure.
ALTER TABLE consolidation_run ADD COLUMN discloses INTEGER NOT NULL DEFAULT 0 CHECK (discloses IN (0, 1));

-- Members of a document whose long id came later than their own validity.
CREATE INDEX record_unlinked ON record (consolidated_into)
  WHERE phase = 'valid' AND long_id = '' AND consolidated_into IS NOT NULL;
`
