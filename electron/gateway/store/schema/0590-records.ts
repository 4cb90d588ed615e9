/** Frozen once it is released: a database somewhere has run exactly this. Changes go into a new step. */
export const records = `
CREATE TABLE setting (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE company (
  id         SERIAL,
  guid       TEXT NOT NULL UNIQUE,
  code       TEXT NOT NULL UNIQUE,
  profile    JSON NOT NULL,
  rules      JSON NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE TABLE record (
  seq                BIGINT PRIMARY KEY,
  sale_guid          TEXT NOT NULL UNIQUE,
  company_id         BIGINT NOT NULL REFERENCES company (id),
  family             TEXT NOT NULL CHECK (family IN ('sale', 'self_billed')),
  kind               TEXT NOT NULL CHECK (kind IN ('invoice', 'credit_note', 'debit_note', 'refund_note')),
  outlet_name        TEXT NOT NULL,
  terminal_name      TEXT NOT NULL,
  shift_code         TEXT NOT NULL,
  sale_code          TEXT NOT NULL,
  -- By whose seq its first event is found, which is in no index of events.
  first_event        BIGINT NOT NULL,
  submitted_at       BIGINT NOT NULL,
  submitted_day      TEXT NOT NULL,
  version            INTEGER NOT NULL CHECK (version >= 1),
  revision           INTEGER NOT NULL CHECK (revision >= 1),
  document_number    TEXT NOT NULL,
  currency_code      TEXT NOT NULL,
  total_payable      TEXT NOT NULL,
  -- By how much the tax over the document differs from the sum of its lines'; NULL if each line is rounded by itself.
  rounding_difference TEXT,
  issued_at          BIGINT NOT NULL,
  -- A note that names another party than what it refers to.
  buyer_differs      SMALLINT NOT NULL CHECK (buyer_differs IN (0, 1)),
  -- The till's own codes, and the official ones they were mapped to; NULL if it sent none of its own.
  sent_as            JSON,
  consolidated       SMALLINT NOT NULL CHECK (consolidated IN (0, 1)),
  -- Of how many records a consolidated document is made; 0 for everything else.
  members            INTEGER NOT NULL CHECK (members >= 0),
  phase              TEXT NOT NULL CHECK (phase IN ('queued', 'held', 'sending', 'unknown', 'conflict', 'submitted',
                                                    'valid', 'invalid', 'voided', 'cancelled')),
  ever_sent          SMALLINT NOT NULL CHECK (ever_sent IN (0, 1)),
  sent_before        SMALLINT NOT NULL CHECK (sent_before IN (0, 1)),
  -- A person confirmed that what was sent never arrived: it goes again as new, and is never voided.
  confirmed_not_received SMALLINT NOT NULL CHECK (confirmed_not_received IN (0, 1)),
  attempts           INTEGER NOT NULL,
  attempt_id         TEXT,
  first_sent_at      BIGINT,
  -- The issue time in the document that was sent, for readers of the record: the attempt has it.
  document_time      BIGINT,
  doubted_at         BIGINT,
  look_ups           INTEGER NOT NULL,
  last_look_up_at    BIGINT,
  closed             SMALLINT NOT NULL CHECK (closed IN (0, 1)),
  attention          TEXT,
  consolidated_into  TEXT,
  validated_at       BIGINT,
  cancellable_until  BIGINT,
  voided_at          BIGINT,
  voided_by          TEXT,
  void_reason        TEXT,
  cancelled_at       BIGINT,
  uuid               TEXT,
  submission_uid     TEXT,
  long_id            TEXT,
  errors             JSON,
  cancellation       JSON,
  -- By what people look for a record, in small letters: its names, and the name and TIN of the other party.
  search_text        TEXT NOT NULL,
  -- Whose number a self-billed document has, by TIN, number or name; empty in the sale family.
  supplier           TEXT NOT NULL,
  -- Over everything the record says, written together with it: a changed amount no longer fits.
  row_hash           BYTES NOT NULL CHECK (length(row_hash) = 32),
  -- What the gateway still has to do for it, and when; a schedule, not history.
  work               TEXT CHECK (work IN ('send', 'settle', 'poll', 'look_up', 'cancel', 'release', 'link')),
  due_at             BIGINT,
  tries              INTEGER NOT NULL DEFAULT 0,
  -- 0 until a new record that is due has been changed for the first time: such records are few, and record_living has them.
  listed             SMALLINT NOT NULL CHECK (listed IN (0, 1)),
  most_in_batch      INTEGER NOT NULL DEFAULT 100,
  -- How often its document was begun to be built and was neither sent nor refused: a document that takes the gateway down
  -- with it is known by that.
  unfinished_builds  INTEGER NOT NULL DEFAULT 0 CHECK (unfinished_builds >= 0),
  CHECK ((work IS NULL) = (due_at IS NULL)),
  CHECK (listed = 1 OR phase = 'queued'),
  CHECK (phase <> 'voided' OR (ever_sent = 0 AND voided_by IS NOT NULL)),
  CHECK (phase NOT IN ('sending', 'unknown', 'submitted', 'valid') OR ever_sent = 1)
);

-- The business key and the document number are free again after a void, and only then. The key by its place first: a
-- question for an outlet, its till or a shift is answered here.
CREATE UNIQUE INDEX record_business_key ON record
  (company_id, outlet_name, terminal_name, shift_code, sale_code, family, kind) WHERE phase <> 'voided';
CREATE INDEX record_voided_key ON record
  (company_id, outlet_name, terminal_name, shift_code, sale_code, family, kind, seq) WHERE voided_at IS NOT NULL;
CREATE UNIQUE INDEX record_document_number ON record
  (company_id, document_number, family, supplier, kind) WHERE phase <> 'voided';

-- What is due, and what is not over with all that tells how it stands: few among all there ever were, and most of what
-- people ask for.
CREATE INDEX record_living ON record
  (work, company_id, due_at, seq, phase, issued_at, ever_sent, confirmed_not_received, sent_before, consolidated, members,
   consolidated_into)
  WHERE phase IN ('queued', 'held', 'sending', 'unknown', 'conflict', 'submitted') OR work IS NOT NULL;

-- What ended otherwise than most: few, and asked for by name. What goes the usual way never touches it.
CREATE INDEX record_ended ON record (phase, issued_at, seq) WHERE phase IN ('invalid', 'voided', 'cancelled', 'conflict');
CREATE INDEX record_attention ON record (attention, company_id) WHERE attention IS NOT NULL;

-- Valid documents by when their time for cancelling ends: until then a person may cancel them on the portal.
CREATE INDEX record_cancellable ON record (company_id, cancellable_until, seq) WHERE phase = 'valid';

-- Records by when the authority may first have received them.
CREATE INDEX record_sent ON record (company_id, first_sent_at, seq) WHERE first_sent_at IS NOT NULL;

-- What waits for its consolidated document, by the till it came from; such documents; and members of one whose long id
-- came later than their own validity.
CREATE INDEX record_waiting ON record (company_id, outlet_name, terminal_name, family, issued_at, seq)
  WHERE consolidated = 1 AND members = 0 AND consolidated_into IS NULL AND phase = 'queued';
CREATE INDEX record_consolidated_document ON record (phase, seq) WHERE members > 0;
CREATE INDEX record_unlinked ON record (consolidated_into)
  WHERE phase = 'valid' AND long_id = '' AND consolidated_into IS NOT NULL;

-- A note and the documents kept here that it refers to.
CREATE TABLE reference (
  note_seq     BIGINT NOT NULL REFERENCES record (seq),
  original_seq BIGINT NOT NULL REFERENCES record (seq),
  PRIMARY KEY (original_seq, note_seq)
) WITHOUT ROWID;
CREATE INDEX reference_note ON reference (note_seq);

-- The log: one row for every change of a record and every act of a person, in one order, each with the chain that follows
-- from the row before. An act (tokens, companies, look-ups) concerns no record. A body stands beside its event because each
-- table more is a page more to sync before the till has its answer.
CREATE TABLE event (
  seq        BIGINT PRIMARY KEY,
  record_seq BIGINT REFERENCES record (seq),
  version    INTEGER,
  at         BIGINT NOT NULL,
  type       TEXT NOT NULL,
  by         TEXT,
  -- As it was written, letter by letter: the chain is made of it.
  facts      JSON NOT NULL,
  revision   INTEGER,
  -- What the till sent, packed as its first byte says.
  body       BYTES,
  -- What was written together with it, in rows of other tables above all.
  beside     JSON,
  chain      BYTES NOT NULL CHECK (length(chain) = 32),
  CHECK ((record_seq IS NULL) = (version IS NULL)),
  CHECK ((revision IS NULL) = (body IS NULL))
);
CREATE UNIQUE INDEX event_change ON event (record_seq, version) WHERE version > 1;
CREATE INDEX event_act ON event (seq) WHERE record_seq IS NULL;

-- The exact bytes built for the authority, frozen when first claimed.
CREATE TABLE payload (
  sha256 TEXT PRIMARY KEY,
  body   BYTES NOT NULL
);

-- Numbered in the order of the claims: the clock may have been set back between two of them.
CREATE TABLE attempt (
  seq           SERIAL,
  id            TEXT NOT NULL UNIQUE,
  record_seq    BIGINT NOT NULL REFERENCES record (seq),
  revision      INTEGER NOT NULL,
  batch_id      TEXT NOT NULL,
  sha256        TEXT NOT NULL REFERENCES payload (sha256),
  document_time BIGINT NOT NULL,
  claimed_at    BIGINT NOT NULL,
  send_deadline BIGINT NOT NULL
);
CREATE INDEX attempt_record ON attempt (record_seq);

CREATE TABLE attempt_outcome (
  seq            SERIAL,
  attempt_id     TEXT NOT NULL UNIQUE REFERENCES attempt (id),
  at             BIGINT NOT NULL,
  kind           TEXT NOT NULL CHECK (kind IN ('accepted', 'rejected', 'unsent', 'inDoubt')),
  reason         TEXT,
  http_status    INTEGER,
  correlation_id TEXT,
  answer         UTF8
);

ONLY GROWS event;
ONLY GROWS payload;
ONLY GROWS attempt;
ONLY GROWS attempt_outcome;
NEVER DELETED record;
NEVER CHANGED record WHEN old.phase IN ('voided', 'cancelled') AND new.phase <> old.phase;
`
