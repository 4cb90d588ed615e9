/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const records = `
CREATE TABLE setting (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE company (
  id         INTEGER PRIMARY KEY,
  guid       TEXT NOT NULL UNIQUE,
  code       TEXT NOT NULL UNIQUE,
  profile    TEXT NOT NULL CHECK (json_valid(profile)),
  rules      TEXT NOT NULL CHECK (json_valid(rules)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE record (
  seq                INTEGER PRIMARY KEY,
  sale_guid          TEXT NOT NULL UNIQUE,
  company_id         INTEGER NOT NULL REFERENCES company (id),
  family             TEXT NOT NULL CHECK (family IN ('sale', 'self_billed')),
  kind               TEXT NOT NULL CHECK (kind IN ('invoice', 'credit_note', 'debit_note', 'refund_note')),
  outlet_name        TEXT NOT NULL,
  terminal_name      TEXT NOT NULL,
  shift_code         TEXT NOT NULL,
  sale_code          TEXT NOT NULL,
  submitted_at       INTEGER NOT NULL,
  submitted_day      TEXT NOT NULL,
  version            INTEGER NOT NULL CHECK (version >= 1),
  revision           INTEGER NOT NULL CHECK (revision >= 1),
  document_number    TEXT NOT NULL,
  currency_code      TEXT NOT NULL,
  total_payable      TEXT NOT NULL,
  -- By how much the tax over the document differs from the sum of its lines'; NULL where each line is rounded by itself.
  rounding_difference TEXT,
  issued_at          INTEGER NOT NULL,
  -- A note that names another party than what it refers to.
  buyer_differs      INTEGER NOT NULL DEFAULT 0 CHECK (buyer_differs IN (0, 1)),
  consolidated       INTEGER NOT NULL CHECK (consolidated IN (0, 1)),
  -- Of how many records a consolidated document is made; 0 for everything else.
  members            INTEGER NOT NULL DEFAULT 0 CHECK (members >= 0),
  phase              TEXT NOT NULL CHECK (phase IN ('queued', 'held', 'sending', 'unknown', 'conflict', 'submitted',
                                                    'valid', 'invalid', 'voided', 'cancelled')),
  ever_sent          INTEGER NOT NULL CHECK (ever_sent IN (0, 1)),
  sent_before        INTEGER NOT NULL CHECK (sent_before IN (0, 1)),
  -- A person vouched that what was sent never arrived: it goes again as new, and is never voided.
  vouched            INTEGER NOT NULL DEFAULT 0 CHECK (vouched IN (0, 1)),
  attempts           INTEGER NOT NULL,
  attempt_id         TEXT,
  first_sent_at      INTEGER,
  -- The issue time in the document that was sent, for whoever reads the record: the attempt has it.
  document_time      INTEGER,
  doubted_at         INTEGER,
  look_ups           INTEGER NOT NULL,
  last_look_up_at    INTEGER,
  locked             INTEGER NOT NULL CHECK (locked IN (0, 1)),
  submission_enabled INTEGER NOT NULL CHECK (submission_enabled IN (0, 1)),
  closed             INTEGER NOT NULL CHECK (closed IN (0, 1)),
  attention          TEXT,
  consolidated_into  TEXT,
  validated_at       INTEGER,
  cancellable_until  INTEGER,
  voided_at          INTEGER,
  voided_by          TEXT,
  cancelled_at       INTEGER,
  uuid               TEXT,
  submission_uid     TEXT,
  long_id            TEXT,
  errors             TEXT CHECK (errors IS NULL OR json_valid(errors)),
  cancellation       TEXT CHECK (cancellation IS NULL OR json_valid(cancellation)),
  -- By what people look for a record, in small letters: its names, and the name and TIN of the other party.
  search_text        TEXT NOT NULL DEFAULT '',
  -- Over everything the record says, written together with it: a changed amount no longer fits.
  row_hash           BLOB,
  CHECK (phase <> 'voided' OR (locked = 1 AND submission_enabled = 0 AND ever_sent = 0 AND voided_by IS NOT NULL)),
  CHECK (phase NOT IN ('sending', 'unknown', 'submitted', 'valid') OR ever_sent = 1)
) STRICT;

-- The business key and the document number are free again after a void, and only then. By its place first: whoever asks
-- for an outlet, its till or a shift finds it here.
CREATE UNIQUE INDEX record_business_key ON record
  (company_id, outlet_name, terminal_name, shift_code, sale_code, family, kind) WHERE phase <> 'voided';
CREATE INDEX record_voided_key ON record
  (company_id, sale_code, shift_code, terminal_name, outlet_name, family, kind, seq) WHERE voided_at IS NOT NULL;
CREATE UNIQUE INDEX record_document_number ON record
  (company_id, document_number, family, kind) WHERE phase <> 'voided';

-- A range of one outlet is found in the index alone; a day on which it sold nothing costs no look at a record.
CREATE INDEX record_range ON record (company_id, family, kind, submitted_day, seq, outlet_name);

-- A narrow copy of the table in the order of sales, with all that people filter and count by: a list, and how many there
-- are of each kind, are found in it alone. A sale costs it one page, and most sales the same one: the last.
CREATE INDEX record_list ON record
  (issued_at, seq, company_id, phase, ever_sent, vouched, sent_before, closed, consolidated, consolidated_into,
   members, attention, outlet_name, terminal_name, shift_code, total_payable, uuid, search_text);

-- What is not over, with all that tells how it stands: few among all there ever were, and most of what people ask for.
CREATE INDEX record_living ON record
  (phase, issued_at, company_id, ever_sent, vouched, sent_before, consolidated, members, consolidated_into,
   submission_enabled)
  WHERE phase IN ('queued', 'held', 'sending', 'unknown', 'conflict', 'submitted');

-- What ended otherwise than most: few, and asked for by name. What goes the usual way never touches it.
CREATE INDEX record_ended ON record (phase, issued_at, seq) WHERE phase IN ('invalid', 'voided', 'cancelled', 'conflict');
CREATE INDEX record_attention ON record (attention, company_id) WHERE attention IS NOT NULL;

-- Valid documents by when their time for cancelling ends: while it runs somebody may cancel them on the portal.
CREATE INDEX record_cancellable ON record (company_id, cancellable_until) WHERE phase = 'valid';

-- Records by when the authority may first have received them.
CREATE INDEX record_sent ON record (company_id, first_sent_at) WHERE first_sent_at IS NOT NULL;

-- What waits for its consolidated document, by the till it came from; such documents; and members of one whose long id
-- came later than their own validity.
CREATE INDEX record_waiting ON record (company_id, outlet_name, terminal_name, family, issued_at)
  WHERE consolidated = 1 AND members = 0 AND consolidated_into IS NULL AND phase = 'queued';
CREATE INDEX record_consolidated_document ON record (phase, seq) WHERE members > 0;
CREATE INDEX record_unlinked ON record (consolidated_into)
  WHERE phase = 'valid' AND long_id = '' AND consolidated_into IS NOT NULL;

-- A note and the documents kept here that it refers to.
CREATE TABLE reference (
  note_seq     INTEGER NOT NULL REFERENCES record (seq),
  original_seq INTEGER NOT NULL REFERENCES record (seq),
  PRIMARY KEY (original_seq, note_seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX reference_note ON reference (note_seq);

-- One row for every change of a record, in order. Where a till caused it, with the body it sent, byte for byte, packed as
-- its first byte says: beside the event because each table more is a page more to sync before the till has its answer.
CREATE TABLE event (
  seq        INTEGER PRIMARY KEY,
  record_seq INTEGER NOT NULL REFERENCES record (seq),
  version    INTEGER NOT NULL,
  at         INTEGER NOT NULL,
  type       TEXT NOT NULL,
  by         TEXT,
  facts      TEXT NOT NULL CHECK (json_valid(facts)),
  revision   INTEGER,
  body       BLOB,
  UNIQUE (record_seq, version),
  CHECK ((revision IS NULL) = (body IS NULL))
) STRICT;

-- The exact bytes built for the authority, frozen when first claimed.
CREATE TABLE payload (
  sha256 TEXT PRIMARY KEY,
  body   BLOB NOT NULL
) STRICT;

CREATE TABLE attempt (
  seq           INTEGER PRIMARY KEY,
  id            TEXT NOT NULL UNIQUE,
  record_seq    INTEGER NOT NULL REFERENCES record (seq),
  revision      INTEGER NOT NULL,
  batch_id      TEXT NOT NULL,
  sha256        TEXT NOT NULL REFERENCES payload (sha256),
  document_time INTEGER NOT NULL,
  claimed_at    INTEGER NOT NULL,
  send_deadline INTEGER NOT NULL
) STRICT;
CREATE INDEX attempt_record ON attempt (record_seq);

CREATE TABLE attempt_outcome (
  seq            INTEGER PRIMARY KEY,
  attempt_id     TEXT NOT NULL UNIQUE REFERENCES attempt (id),
  at             INTEGER NOT NULL,
  kind           TEXT NOT NULL CHECK (kind IN ('accepted', 'rejected', 'unsent', 'inDoubt')),
  reason         TEXT,
  http_status    INTEGER,
  correlation_id TEXT,
  answer         TEXT
) STRICT;

-- What the gateway still has to do for a record, and when; a schedule, not history.
CREATE TABLE outbox (
  record_seq        INTEGER PRIMARY KEY REFERENCES record (seq),
  company_id        INTEGER NOT NULL,
  work              TEXT NOT NULL CHECK (work IN ('send', 'settle', 'poll', 'look_up', 'cancel', 'release', 'link')),
  due_at            INTEGER NOT NULL,
  tries             INTEGER NOT NULL DEFAULT 0,
  most_in_batch     INTEGER NOT NULL DEFAULT 100,
  submission_uid    TEXT,
  -- How often somebody began to build the document and neither sent nor refused it: a document that takes the gateway
  -- down with it is known by that.
  unfinished_builds INTEGER NOT NULL DEFAULT 0 CHECK (unfinished_builds >= 0)
) STRICT;
CREATE INDEX outbox_due ON outbox (work, company_id, due_at, record_seq);

CREATE TRIGGER event_is_append_only_u BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER event_is_append_only_d BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER attempt_is_append_only_u BEFORE UPDATE ON attempt BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;
CREATE TRIGGER attempt_is_append_only_d BEFORE DELETE ON attempt BEGIN SELECT RAISE(ABORT, 'attempts are append-only'); END;
CREATE TRIGGER outcome_is_append_only_u BEFORE UPDATE ON attempt_outcome BEGIN SELECT RAISE(ABORT, 'outcomes are append-only'); END;
CREATE TRIGGER outcome_is_append_only_d BEFORE DELETE ON attempt_outcome BEGIN SELECT RAISE(ABORT, 'outcomes are append-only'); END;
CREATE TRIGGER payload_is_append_only_u BEFORE UPDATE ON payload BEGIN SELECT RAISE(ABORT, 'payloads are append-only'); END;
CREATE TRIGGER payload_is_append_only_d BEFORE DELETE ON payload BEGIN SELECT RAISE(ABORT, 'payloads are append-only'); END;
CREATE TRIGGER record_is_kept BEFORE DELETE ON record BEGIN SELECT RAISE(ABORT, 'records are never deleted'); END;
CREATE TRIGGER record_ends_for_ever BEFORE UPDATE ON record WHEN old.phase IN ('voided', 'cancelled') AND new.phase <> old.phase
  BEGIN SELECT RAISE(ABORT, 'voided and cancelled records never change'); END;

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
`
