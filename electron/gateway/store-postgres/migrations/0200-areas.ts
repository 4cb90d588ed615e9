/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const areas = `
CREATE TABLE token (
  id           text COLLATE "C" PRIMARY KEY,
  name         text NOT NULL,
  sha256       text COLLATE "C" NOT NULL UNIQUE,
  scopes       text NOT NULL CHECK (scopes IS JSON ARRAY),
  company_id   bigint REFERENCES company (id),
  created_at   bigint NOT NULL,
  last_used_at bigint,
  revoked_at   bigint,
  -- How the gateway of an outlet stood when it last said so: it comes in with a token of its own.
  report       text,
  reported_at  bigint
);

CREATE TABLE verified_taxpayer (
  tin         text COLLATE "C" NOT NULL,
  id_type     text COLLATE "C" NOT NULL,
  id_number   text COLLATE "C" NOT NULL,
  verified_at bigint NOT NULL,
  PRIMARY KEY (tin, id_type, id_number)
);
CREATE INDEX verified_taxpayer_id ON verified_taxpayer (id_type, id_number);

CREATE TABLE code_list (
  list         text COLLATE "C" PRIMARY KEY,
  source       text NOT NULL,
  refreshed_at bigint NOT NULL
);
CREATE TABLE code (
  list           text COLLATE "C" NOT NULL REFERENCES code_list (list),
  code           text COLLATE "C" NOT NULL,
  place          integer NOT NULL,
  item           text NOT NULL CHECK (item IS JSON OBJECT),
  obsolete_since bigint,
  PRIMARY KEY (list, code)
);
-- Every try to refresh a list, and what it changed.
CREATE TABLE code_try (
  seq          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  list         text COLLATE "C" NOT NULL,
  at           bigint NOT NULL,
  by           text COLLATE "C" NOT NULL,
  source       text NOT NULL,
  kept_because text COLLATE "C" CHECK (kept_because IN ('unreachable', 'timed_out', 'refused', 'too_large', 'unreadable',
                                                        'empty', 'shrunk')),
  changes      text CHECK (changes IS JSON),
  CONSTRAINT kept_or_changed CHECK (kept_because IS NULL OR changes IS NULL)
);
CREATE INDEX code_try_by_list ON code_try (list, seq);
CREATE INDEX code_change_by_list ON code_try (list, seq) WHERE changes IS NOT NULL;

CREATE TABLE operator (
  id          text COLLATE "C" PRIMARY KEY,
  name        text NOT NULL,
  -- The name as it is compared: one person's name must not pass for another's in the journal.
  name_key    text COLLATE "C" NOT NULL UNIQUE,
  role        text COLLATE "C" NOT NULL CHECK (role IN ('cashier', 'supervisor', 'owner')),
  language    text COLLATE "C",
  -- Its scrypt hash, with the salt and the cost it was made with.
  pin         text COLLATE "C" NOT NULL CHECK (pin IS JSON OBJECT),
  -- Until when what is kept as the PIN is a one-time code, with which the person chooses one.
  code_until  bigint,
  created_at  bigint NOT NULL,
  disabled_at bigint,
  -- The only outlets that the person sees, as {companyGuid, outletName}; none for a person who sees all.
  outlets     text NOT NULL DEFAULT '[]' CHECK (outlets IS JSON ARRAY)
);
-- Wrong PINs in a row, by door and by who tried there: whoever guesses at a PIN pauses himself, and not its person.
CREATE TABLE pin_try (
  operator_id text COLLATE "C" NOT NULL REFERENCES operator (id),
  door        text COLLATE "C" NOT NULL CHECK (door IN ('sign_in', 'session')),
  origin      text COLLATE "C" NOT NULL,
  in_a_row    integer NOT NULL CHECK (in_a_row > 0),
  PRIMARY KEY (operator_id, door, origin)
);
CREATE TABLE draft (
  id          text COLLATE "C" PRIMARY KEY,
  operator_id text COLLATE "C" NOT NULL REFERENCES operator (id),
  body        text NOT NULL CHECK (body IS JSON),
  created_at  bigint NOT NULL,
  updated_at  bigint NOT NULL,
  done_at     bigint
);
CREATE INDEX draft_open ON draft (operator_id, updated_at) WHERE done_at IS NULL;

-- What people and the schedule set going; bookkeeping beside the documents, which are records.
CREATE TABLE consolidation_run (
  seq         bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  id          text COLLATE "C" PRIMARY KEY,
  company_id  bigint NOT NULL REFERENCES company (id),
  by          text COLLATE "C" NOT NULL,
  last_day    text COLLATE "C" NOT NULL,
  shift       text CHECK (shift IS JSON),
  discloses   smallint NOT NULL CHECK (discloses IN (0, 1)),
  planned     integer NOT NULL,
  left_over   integer NOT NULL DEFAULT 0,
  started_at  bigint NOT NULL,
  finished_at bigint
);
CREATE INDEX consolidation_run_company ON consolidation_run (company_id, started_at);
-- One at a time.
CREATE UNIQUE INDEX consolidation_run_running ON consolidation_run (company_id) WHERE finished_at IS NULL;
CREATE TABLE consolidation_document (
  document_seq bigint PRIMARY KEY REFERENCES record (seq),
  run_id       text COLLATE "C" NOT NULL REFERENCES consolidation_run (id)
);
CREATE INDEX consolidation_document_run ON consolidation_document (run_id);
CREATE TABLE consolidation_member (
  document_seq bigint NOT NULL REFERENCES record (seq),
  record_seq   bigint NOT NULL REFERENCES record (seq),
  state        text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'covered', 'released')),
  PRIMARY KEY (document_seq, record_seq)
);
-- A record is in at most one active consolidated document.
CREATE UNIQUE INDEX consolidation_member_active ON consolidation_member (record_seq) WHERE state <> 'released';
CREATE INDEX consolidation_member_waiting ON consolidation_member (document_seq) WHERE state = 'waiting';

-- A shift of a till. To it belong the records of its till and code after from_seq, up to through_seq once it is closed:
-- the next shift of the same code begins where this one ended, so each record is in exactly one.
CREATE TABLE shift (
  id            text COLLATE "C" PRIMARY KEY,
  company_id    bigint NOT NULL REFERENCES company (id),
  outlet_name   text COLLATE "C" NOT NULL,
  terminal_name text COLLATE "C" NOT NULL,
  shift_code    text COLLATE "C" NOT NULL,
  -- Counted at each till without a gap.
  number        integer NOT NULL CHECK (number >= 1),
  from_seq      bigint NOT NULL,
  opened_at     bigint NOT NULL,
  opened_by     text COLLATE "C" NOT NULL,
  through_seq   bigint,
  closed_at     bigint,
  closed_by     text COLLATE "C",
  clean         smallint CHECK (clean IN (0, 1)),
  reason        text,
  -- As it was printed: a reprint says the same.
  report        text CHECK (report IS JSON),
  CHECK (num_nulls(closed_at, report, through_seq, closed_by, clean) IN (0, 5)),
  CHECK (clean IS DISTINCT FROM 0 OR reason IS NOT NULL)
);
CREATE UNIQUE INDEX shift_open ON shift (company_id, outlet_name, terminal_name) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX shift_number ON shift (company_id, outlet_name, terminal_name, number);
CREATE INDEX shift_ended ON shift (company_id, outlet_name, terminal_name, shift_code, through_seq)
  WHERE closed_at IS NOT NULL;
CREATE INDEX shift_closed ON shift (closed_at, id) WHERE closed_at IS NOT NULL;

-- A comparison with what the authority lists of a period, and how far it has come.
CREATE TABLE reconciliation (
  id         text COLLATE "C" PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES company (id),
  from_day   text COLLATE "C" NOT NULL,
  to_day     text COLLATE "C" NOT NULL,
  begun_at   bigint NOT NULL,
  begun_by   text COLLATE "C" NOT NULL,
  state      text COLLATE "C" NOT NULL CHECK (state IN ('running', 'stopped', 'done')),
  progress   text NOT NULL CHECK (progress IS JSON),
  outcome    text CHECK (outcome IS JSON)
);
CREATE INDEX reconciliation_begun ON reconciliation (begun_at, id);
-- What the authority listed, until it has been compared.
CREATE TABLE reconciliation_document (
  reconciliation_id text COLLATE "C" NOT NULL REFERENCES reconciliation (id),
  uuid              text COLLATE "C" NOT NULL,
  document          text NOT NULL CHECK (document IS JSON),
  PRIMARY KEY (reconciliation_id, uuid)
);

-- Who is told of every change of a record. The secret it is signed with is kept where secrets are.
CREATE TABLE webhook_target (
  id         text COLLATE "C" PRIMARY KEY,
  url        text NOT NULL,
  company_id bigint REFERENCES company (id),
  created_at bigint NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  removed_at bigint,
  -- The last event that was taken up for it.
  position   bigint NOT NULL,
  -- Tries in a row at which nobody was there, and from when on the next may be.
  failures   integer NOT NULL DEFAULT 0,
  due_at     bigint NOT NULL DEFAULT 0
);
-- What was taken up for a target. Not history: old ones that have arrived are forgotten.
CREATE TABLE webhook_delivery (
  target_id    text COLLATE "C" NOT NULL REFERENCES webhook_target (id),
  event_seq    bigint NOT NULL,
  record_seq   bigint NOT NULL REFERENCES record (seq),
  at           bigint NOT NULL,
  state        text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts     integer NOT NULL DEFAULT 0,
  due_at       bigint NOT NULL DEFAULT 0,
  tried_at     bigint,
  delivered_at bigint,
  -- What the target answered to the last try; null where nothing came.
  http_status  integer,
  PRIMARY KEY (target_id, event_seq),
  CHECK ((state = 'delivered') = (delivered_at IS NOT NULL))
);
CREATE INDEX webhook_waiting ON webhook_delivery (target_id, due_at, event_seq) WHERE state = 'waiting';

CREATE TRIGGER code_is_never_forgotten BEFORE DELETE ON code FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER code_try_only_grows BEFORE UPDATE OR DELETE ON code_try FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_is_kept BEFORE DELETE ON operator FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draft_is_kept BEFORE DELETE ON draft FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER shift_is_kept BEFORE DELETE ON shift FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER shift_ends_for_ever BEFORE UPDATE ON shift FOR EACH ROW
  WHEN (old.closed_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
`
