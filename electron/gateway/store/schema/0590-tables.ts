/** Frozen once it is released: a database somewhere has run exactly this. Changes go into a new step. */
export const tables = `
CREATE TABLE operator (
  id          TEXT PRIMARY KEY,
  name        TEXT NOT NULL,
  -- The name as it is compared: one person's name must not pass for another's in the journal.
  name_key    TEXT NOT NULL UNIQUE,
  role        TEXT NOT NULL CHECK (role IN ('cashier', 'supervisor', 'owner')),
  language    TEXT,
  -- Its scrypt hash, with the salt and the cost it was made with.
  pin         JSON NOT NULL,
  -- Until when what is kept as the PIN is a one-time code, with which the person chooses one; null if it was chosen.
  code_until  BIGINT,
  created_at  BIGINT NOT NULL,
  disabled_at BIGINT,
  -- The only outlets that the person sees, as {companyGuid, outletName}; none for a person who sees all.
  outlets     JSON NOT NULL DEFAULT '[]'
) WITHOUT ROWID;

-- Wrong PINs in a row, by door and by who tried there: guesses at a PIN pause where they come from, and not its person.
CREATE TABLE pin_try (
  operator_id TEXT NOT NULL REFERENCES operator (id),
  door        TEXT NOT NULL CHECK (door IN ('sign_in', 'session')),
  origin      TEXT NOT NULL,
  in_a_row    INTEGER NOT NULL CHECK (in_a_row > 0),
  PRIMARY KEY (operator_id, door, origin)
) WITHOUT ROWID;

-- People who are signed in: a restart signs no one out. The secret of a session is never kept.
CREATE TABLE session (
  id          TEXT PRIMARY KEY,
  sha256      TEXT NOT NULL UNIQUE,
  operator_id TEXT NOT NULL REFERENCES operator (id),
  began_at    BIGINT NOT NULL,
  used_at     BIGINT NOT NULL,
  locked      SMALLINT NOT NULL DEFAULT 0 CHECK (locked IN (0, 1)),
  -- When an owner's PIN opened the settings.
  opened_at   BIGINT
) WITHOUT ROWID;
CREATE INDEX session_of ON session (operator_id, began_at);

CREATE TABLE draft (
  id          TEXT PRIMARY KEY,
  operator_id TEXT NOT NULL REFERENCES operator (id),
  body        JSON NOT NULL,
  updated_at  BIGINT NOT NULL,
  done_at     BIGINT
) WITHOUT ROWID;
CREATE INDEX draft_open ON draft (operator_id, updated_at) WHERE done_at IS NULL;

CREATE TABLE token (
  id           TEXT PRIMARY KEY,
  name         TEXT NOT NULL,
  sha256       TEXT NOT NULL UNIQUE,
  scopes       JSON NOT NULL,
  company_id   BIGINT REFERENCES company (id),
  created_at   BIGINT NOT NULL,
  last_used_at BIGINT,
  revoked_at   BIGINT,
  -- How the gateway of an outlet stood when it last said so: it comes in with a token of its own.
  report       TEXT,
  reported_at  BIGINT
) WITHOUT ROWID;

CREATE TABLE verified_taxpayer (
  tin         TEXT NOT NULL,
  id_type     TEXT NOT NULL,
  id_number   TEXT NOT NULL,
  verified_at BIGINT NOT NULL,
  PRIMARY KEY (tin, id_type, id_number)
) WITHOUT ROWID;
CREATE INDEX verified_taxpayer_id ON verified_taxpayer (id_type, id_number);

-- What an owner corrected or deleted of the buyers of earlier sales. It holds for the sales before it.
CREATE TABLE buyer_change (
  -- A keyed digest of TIN and number, so that the row of a deleted buyer names no one.
  buyer TEXT PRIMARY KEY,
  at    BIGINT NOT NULL,
  -- NULL if the buyer was deleted.
  told  JSON
) WITHOUT ROWID;

CREATE TABLE code_list (
  list         TEXT PRIMARY KEY,
  source       TEXT NOT NULL,
  refreshed_at BIGINT NOT NULL
) WITHOUT ROWID;

CREATE TABLE code (
  list           TEXT NOT NULL REFERENCES code_list (list),
  code           TEXT NOT NULL,
  place          INTEGER NOT NULL,
  item           JSON NOT NULL,
  obsolete_since BIGINT,
  PRIMARY KEY (list, code)
) WITHOUT ROWID;

-- Every try to refresh a list, and what it changed.
CREATE TABLE code_try (
  seq          SERIAL,
  list         TEXT NOT NULL,
  at           BIGINT NOT NULL,
  by           TEXT NOT NULL,
  source       TEXT NOT NULL,
  kept_because TEXT CHECK (kept_because IN ('unreachable', 'timed_out', 'refused', 'too_large', 'unreadable', 'empty',
                                            'shrunk')),
  changes      JSON,
  CHECK (kept_because IS NULL OR changes IS NULL)
);
CREATE INDEX code_try_by_list ON code_try (list, seq);
CREATE INDEX code_change_by_list ON code_try (list, seq) WHERE changes IS NOT NULL;

-- What people and the schedule set going; bookkeeping beside the documents, which are records.
CREATE TABLE consolidation_run (
  seq          SERIAL,
  id           TEXT NOT NULL UNIQUE,
  company_id   BIGINT NOT NULL REFERENCES company (id),
  by           TEXT NOT NULL,
  last_day     TEXT NOT NULL,
  planned      INTEGER NOT NULL,
  left_over    INTEGER NOT NULL,
  -- Receipts that came to nothing.
  closed       INTEGER NOT NULL DEFAULT 0,
  -- Whether what is overdue goes as voluntary disclosure.
  discloses    SMALLINT NOT NULL CHECK (discloses IN (0, 1)),
  started_at   BIGINT NOT NULL,
  finished_at  BIGINT
);
CREATE INDEX consolidation_run_company ON consolidation_run (company_id, started_at);
-- One at a time.
CREATE UNIQUE INDEX consolidation_run_running ON consolidation_run (company_id) WHERE finished_at IS NULL;

CREATE TABLE consolidation_document (
  document_seq BIGINT PRIMARY KEY REFERENCES record (seq),
  run_id       TEXT NOT NULL REFERENCES consolidation_run (id)
);
CREATE INDEX consolidation_document_run ON consolidation_document (run_id);

CREATE TABLE consolidation_member (
  document_seq BIGINT NOT NULL REFERENCES record (seq),
  record_seq   BIGINT NOT NULL REFERENCES record (seq),
  state        TEXT NOT NULL CHECK (state IN ('waiting', 'validated', 'released')),
  PRIMARY KEY (document_seq, record_seq)
) WITHOUT ROWID;
-- A record is in at most one active consolidated document.
CREATE UNIQUE INDEX consolidation_member_active ON consolidation_member (record_seq) WHERE state <> 'released';
CREATE INDEX consolidation_member_waiting ON consolidation_member (document_seq) WHERE state = 'waiting';

-- A shift of a till. To it belong the records of its till and code after from_seq, up to through_seq once it is closed:
-- the next shift of the same code begins where this one ended, so each record is in exactly one.
CREATE TABLE shift (
  id            TEXT PRIMARY KEY,
  company_id    BIGINT NOT NULL REFERENCES company (id),
  outlet_name   TEXT NOT NULL,
  terminal_name TEXT NOT NULL,
  shift_code    TEXT NOT NULL,
  -- Counted at each till without a gap.
  number        INTEGER NOT NULL CHECK (number >= 1),
  from_seq      BIGINT NOT NULL,
  opened_at     BIGINT NOT NULL,
  opened_by     TEXT NOT NULL,
  through_seq   BIGINT,
  closed_at     BIGINT,
  closed_by     TEXT,
  clean         SMALLINT CHECK (clean IN (0, 1)),
  reason        TEXT,
  -- As it was printed: a reprint says the same.
  report        JSON,
  CHECK ((closed_at IS NULL) = (report IS NULL) AND (closed_at IS NULL) = (through_seq IS NULL)
    AND (closed_at IS NULL) = (closed_by IS NULL) AND (closed_at IS NULL) = (clean IS NULL)),
  CHECK (clean IS DISTINCT FROM 0 OR reason IS NOT NULL)
) WITHOUT ROWID;
CREATE UNIQUE INDEX shift_open ON shift (company_id, outlet_name, terminal_name, shift_code) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX shift_number ON shift (company_id, outlet_name, terminal_name, number);
CREATE INDEX shift_ended ON shift (company_id, outlet_name, terminal_name, shift_code, through_seq)
  WHERE closed_at IS NOT NULL;
CREATE INDEX shift_closed ON shift (closed_at, id) WHERE closed_at IS NOT NULL;

-- What a till said that it sold in a shift or on a day: a corrected report takes the place of the one before.
CREATE TABLE till_report (
  -- The id of a shift, or a day.
  span          TEXT NOT NULL,
  company_id    BIGINT NOT NULL REFERENCES company (id),
  outlet_name   TEXT NOT NULL,
  terminal_name TEXT NOT NULL,
  report        JSON NOT NULL,
  at            BIGINT NOT NULL,
  by            TEXT NOT NULL,
  PRIMARY KEY (span, company_id, outlet_name, terminal_name)
) WITHOUT ROWID;

-- A comparison with what the authority lists of a period.
CREATE TABLE reconciliation (
  id         TEXT PRIMARY KEY,
  company_id BIGINT NOT NULL REFERENCES company (id),
  from_day   TEXT NOT NULL,
  to_day     TEXT NOT NULL,
  begun_at   BIGINT NOT NULL,
  -- How far it came, and what it found; NULL before it ended.
  progress   JSON,
  outcome    JSON
) WITHOUT ROWID;
CREATE INDEX reconciliation_begun ON reconciliation (begun_at, id);

-- What was last told outside of each cause of alerts: also after a restart a cause is told once a day.
CREATE TABLE told_alert (
  cause    TEXT PRIMARY KEY,
  alert    JSON NOT NULL,
  told_at  BIGINT NOT NULL,
  -- NULL while its end was not told.
  ended_at BIGINT
) WITHOUT ROWID;

-- Who is told of every change of a record, and of alerts. The secret it is signed with is kept where secrets are.
CREATE TABLE webhook_target (
  id         TEXT PRIMARY KEY,
  url        TEXT NOT NULL,
  company_id BIGINT REFERENCES company (id),
  created_at BIGINT NOT NULL,
  created_by TEXT NOT NULL,
  removed_at BIGINT,
  -- The last event that was taken up for it.
  position   BIGINT NOT NULL,
  -- Tries in a row that met no receiver, and from when on the next one may begin.
  failures   INTEGER NOT NULL DEFAULT 0,
  due_at     BIGINT NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- What was taken up for a target. Not history: old ones that have arrived are forgotten.
CREATE TABLE webhook_delivery (
  target_id    TEXT NOT NULL REFERENCES webhook_target (id),
  event_seq    BIGINT NOT NULL,
  -- NULL for an alert.
  record_seq   BIGINT REFERENCES record (seq),
  at           BIGINT NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts     INTEGER NOT NULL DEFAULT 0,
  due_at       BIGINT NOT NULL DEFAULT 0,
  tried_at     BIGINT,
  -- What the target answered to the last try; null if nothing came.
  http_status  INTEGER,
  -- What is told, kept before the first try: each try says the same. NULL before.
  body         TEXT,
  PRIMARY KEY (target_id, event_seq)
) WITHOUT ROWID;
CREATE INDEX webhook_waiting ON webhook_delivery (target_id, due_at, event_seq) WHERE state = 'waiting';

-- E-mails of e-invoices to their buyers, and of alerts to the owner. What may have left stays 'sending' or 'unknown', and is never sent by itself.
CREATE TABLE mail (
  seq        SERIAL,
  -- NULL for an alert.
  record_seq BIGINT REFERENCES record (seq),
  -- The act that tells it.
  alert      JSON,
  -- NULL until it was looked for in the sale.
  address    TEXT,
  -- NULL for the gateway, which sends each record once at most.
  by         TEXT,
  asked_at   BIGINT NOT NULL,
  -- Of the last try; before it the same.
  at         BIGINT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'failed', 'unknown')),
  attempts   INTEGER NOT NULL DEFAULT 0,
  due_at     BIGINT NOT NULL DEFAULT 0,
  -- What the mail server said to the last try that failed.
  reason     TEXT,
  CHECK ((record_seq IS NULL) <> (alert IS NULL))
);
CREATE INDEX mail_record ON mail (record_seq, seq);
CREATE UNIQUE INDEX mail_automatic ON mail (record_seq) WHERE by IS NULL;
CREATE INDEX mail_open ON mail (state, due_at, seq) WHERE state IN ('waiting', 'sending', 'unknown');

NEVER DELETED code;
ONLY GROWS code_try;
NEVER DELETED operator;
NEVER DELETED draft;
NEVER DELETED shift;
NEVER CHANGED shift WHEN old.closed_at IS NOT NULL;
`
