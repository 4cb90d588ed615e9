/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const consolidation = `
-- What people and the schedule set going; bookkeeping beside the documents, which are records.
CREATE TABLE consolidation_run (
  seq          INTEGER PRIMARY KEY,
  id           TEXT NOT NULL UNIQUE,
  company_id   INTEGER NOT NULL REFERENCES company (id),
  by           TEXT NOT NULL,
  last_day     TEXT NOT NULL,
  shift        TEXT CHECK (shift IS NULL OR json_valid(shift)),
  planned      INTEGER NOT NULL,
  left_over    INTEGER NOT NULL,
  -- Whether what is overdue goes as voluntary disclosure.
  discloses    INTEGER NOT NULL DEFAULT 0 CHECK (discloses IN (0, 1)),
  started_at   INTEGER NOT NULL,
  finished_at  INTEGER
) STRICT;
CREATE INDEX consolidation_run_company ON consolidation_run (company_id, started_at);
-- One at a time.
CREATE UNIQUE INDEX consolidation_run_running ON consolidation_run (company_id) WHERE finished_at IS NULL;

CREATE TABLE consolidation_document (
  document_seq INTEGER PRIMARY KEY REFERENCES record (seq),
  run_id       TEXT NOT NULL REFERENCES consolidation_run (id)
) STRICT;
CREATE INDEX consolidation_document_run ON consolidation_document (run_id);

CREATE TABLE consolidation_member (
  document_seq INTEGER NOT NULL REFERENCES record (seq),
  record_seq   INTEGER NOT NULL REFERENCES record (seq),
  state        TEXT NOT NULL CHECK (state IN ('waiting', 'covered', 'released')),
  PRIMARY KEY (document_seq, record_seq)
) STRICT, WITHOUT ROWID;
-- A record is in at most one active consolidated document.
CREATE UNIQUE INDEX consolidation_member_active ON consolidation_member (record_seq) WHERE state <> 'released';
CREATE INDEX consolidation_member_waiting ON consolidation_member (document_seq) WHERE state = 'waiting';
`
