/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const records = `
-- Names are compared as they are written, byte by byte, whatever language the server speaks: COLLATE "C". Instants are
-- milliseconds since 1970, days are text. Flags are 0 and 1, as the hash over a row takes them.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% of %: what is kept there only grows', TG_OP, TG_TABLE_NAME; END $$;

CREATE TABLE setting (
  name  text COLLATE "C" PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE company (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  guid       text COLLATE "C" NOT NULL UNIQUE,
  code       text COLLATE "C" NOT NULL UNIQUE,
  profile    text NOT NULL CHECK (profile IS JSON OBJECT),
  rules      text NOT NULL CHECK (rules IS JSON OBJECT),
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);

-- How far everything that is numbered has come. Whoever writes holds the one lock of writers, so numbers have no gaps
-- and become visible in their order.
CREATE TABLE place (
  only_one   boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  event_seq  bigint NOT NULL,
  act_seq    bigint NOT NULL
);
INSERT INTO place (event_seq, act_seq) VALUES (0, 0);

CREATE TABLE record (
  seq                 bigint PRIMARY KEY,
  sale_guid           text COLLATE "C" NOT NULL UNIQUE,
  company_id          bigint NOT NULL REFERENCES company (id),
  family              text COLLATE "C" NOT NULL CHECK (family IN ('sale', 'self_billed')),
  kind                text COLLATE "C" NOT NULL
                        CHECK (kind IN ('invoice', 'credit_note', 'debit_note', 'refund_note')),
  outlet_name         text COLLATE "C" NOT NULL,
  terminal_name       text COLLATE "C" NOT NULL,
  shift_code          text COLLATE "C" NOT NULL,
  sale_code           text COLLATE "C" NOT NULL,
  submitted_at        bigint NOT NULL,
  submitted_day       text COLLATE "C" NOT NULL,
  members             integer NOT NULL CHECK (members >= 0),
  version             integer NOT NULL CHECK (version >= 1),
  revision            integer NOT NULL CHECK (revision >= 1),
  document_number     text COLLATE "C" NOT NULL,
  currency_code       text COLLATE "C" NOT NULL,
  total_payable       text COLLATE "C" NOT NULL,
  issued_at           bigint NOT NULL,
  consolidated        smallint NOT NULL CHECK (consolidated IN (0, 1)),
  phase               text COLLATE "C" NOT NULL
                        CHECK (phase IN ('queued', 'held', 'sending', 'unknown', 'conflict', 'submitted', 'valid',
                                         'invalid', 'voided', 'cancelled')),
  ever_sent           smallint NOT NULL CHECK (ever_sent IN (0, 1)),
  sent_before         smallint NOT NULL CHECK (sent_before IN (0, 1)),
  vouched             smallint NOT NULL CHECK (vouched IN (0, 1)),
  attempts            integer NOT NULL,
  attempt_id          text COLLATE "C",
  first_sent_at       bigint,
  document_time       bigint,
  doubted_at          bigint,
  look_ups            integer NOT NULL,
  last_look_up_at     bigint,
  locked              smallint NOT NULL CHECK (locked IN (0, 1)),
  submission_enabled  smallint NOT NULL CHECK (submission_enabled IN (0, 1)),
  closed              smallint NOT NULL CHECK (closed IN (0, 1)),
  attention           text COLLATE "C",
  consolidated_into   text COLLATE "C",
  validated_at        bigint,
  cancellable_until   bigint,
  voided_at           bigint,
  voided_by           text COLLATE "C",
  cancelled_at        bigint,
  uuid                text COLLATE "C",
  submission_uid      text COLLATE "C",
  long_id             text COLLATE "C",
  errors              text CHECK (errors IS JSON),
  cancellation        text CHECK (cancellation IS JSON),
  rounding_difference text COLLATE "C",
  buyer_differs       smallint NOT NULL CHECK (buyer_differs IN (0, 1)),
  search_text         text COLLATE "C" NOT NULL,
  -- Over everything the record says, written together with it: a changed amount no longer fits.
  row_hash            bytea NOT NULL CHECK (length(row_hash) = 32),
  CHECK (phase <> 'voided' OR (locked = 1 AND submission_enabled = 0 AND ever_sent = 0 AND voided_by IS NOT NULL)),
  CHECK (phase NOT IN ('sending', 'unknown', 'submitted', 'valid') OR ever_sent = 1)
)
-- Every record is changed some six times, mostly outside of its indexes: room for that on its own page.
WITH (fillfactor = 70);

-- The business key and the document number are free again after a void, and only then (contract 5).
CREATE UNIQUE INDEX record_business_key ON record
  (company_id, outlet_name, terminal_name, shift_code, sale_code, family, kind) WHERE phase <> 'voided';
CREATE INDEX record_voided_key ON record
  (company_id, outlet_name, terminal_name, shift_code, sale_code, family, kind, seq) WHERE voided_at IS NOT NULL;
CREATE UNIQUE INDEX record_document_number ON record
  (company_id, document_number, family, kind) WHERE phase <> 'voided';
CREATE INDEX record_range ON record (company_id, family, kind, submitted_day, seq);
-- An outlet is one of many here: its range and its list are found without a look at what the others sold. Hardly any
-- change of a record changes these, so that they cost something once.
CREATE INDEX record_outlet_range ON record (company_id, outlet_name, family, kind, submitted_day, seq);
CREATE INDEX record_outlet_list ON record (outlet_name, issued_at, seq);
-- Lists, reports and exports go by when a sale was made.
CREATE INDEX record_sold ON record (issued_at, seq);
CREATE INDEX record_attention ON record (attention, company_id) WHERE attention IS NOT NULL;
CREATE INDEX record_living ON record (phase, issued_at, company_id, seq)
  WHERE phase IN ('queued', 'held', 'sending', 'unknown', 'conflict', 'submitted');
CREATE INDEX record_ended ON record (phase, seq) WHERE phase IN ('invalid', 'voided', 'cancelled', 'conflict');
CREATE INDEX record_cancellable ON record (company_id, cancellable_until, seq) WHERE phase = 'valid';
CREATE INDEX record_sent ON record (company_id, first_sent_at, seq) WHERE first_sent_at IS NOT NULL;
CREATE INDEX record_waiting ON record (company_id, outlet_name, terminal_name, family, issued_at, seq)
  WHERE consolidated = 1 AND members = 0 AND consolidated_into IS NULL AND phase = 'queued';
CREATE INDEX record_consolidated_document ON record (phase, seq) WHERE members > 0;
CREATE INDEX record_unlinked ON record (consolidated_into)
  WHERE phase = 'valid' AND long_id = '' AND consolidated_into IS NOT NULL;
CREATE INDEX record_found ON record USING gin (search_text gin_trgm_ops);

CREATE FUNCTION refuse_return() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'voided and cancelled records never change'; END $$;
CREATE TRIGGER record_ends_for_ever BEFORE UPDATE ON record FOR EACH ROW
  WHEN (old.phase IN ('voided', 'cancelled') AND new.phase <> old.phase) EXECUTE FUNCTION refuse_return();
CREATE TRIGGER record_is_kept BEFORE DELETE ON record FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- A note and the documents kept here that it refers to.
CREATE TABLE reference (
  note_seq     bigint NOT NULL REFERENCES record (seq),
  original_seq bigint NOT NULL REFERENCES record (seq),
  PRIMARY KEY (original_seq, note_seq)
);
CREATE INDEX reference_note ON reference (note_seq);

-- One row for every change of a record, in order; where a till caused it, with the body it sent, byte for byte.
CREATE TABLE event (
  seq        bigint PRIMARY KEY,
  record_seq bigint NOT NULL REFERENCES record (seq),
  version    integer NOT NULL,
  at         bigint NOT NULL,
  type       text COLLATE "C" NOT NULL,
  by         text COLLATE "C",
  -- As it was written, letter by letter: its line is made of it.
  facts      text NOT NULL CHECK (facts IS JSON OBJECT),
  revision   integer,
  body       bytea,
  UNIQUE (record_seq, version),
  CHECK ((revision IS NULL) = (body IS NULL))
);

-- The exact bytes built for the authority, frozen when first claimed.
CREATE TABLE payload (
  sha256 text COLLATE "C" PRIMARY KEY,
  body   bytea NOT NULL
);

CREATE TABLE attempt (
  seq           bigint GENERATED ALWAYS AS IDENTITY,
  id            text COLLATE "C" PRIMARY KEY,
  record_seq    bigint NOT NULL REFERENCES record (seq),
  revision      integer NOT NULL,
  batch_id      text COLLATE "C" NOT NULL,
  sha256        text COLLATE "C" NOT NULL REFERENCES payload (sha256),
  document_time bigint NOT NULL,
  claimed_at    bigint NOT NULL,
  send_deadline bigint NOT NULL
);
CREATE INDEX attempt_record ON attempt (record_seq);

CREATE TABLE attempt_outcome (
  seq            bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  attempt_id     text COLLATE "C" PRIMARY KEY REFERENCES attempt (id),
  at             bigint NOT NULL,
  kind           text COLLATE "C" NOT NULL CHECK (kind IN ('accepted', 'rejected', 'unsent', 'inDoubt')),
  reason         text COLLATE "C",
  http_status    integer,
  correlation_id text COLLATE "C",
  -- UTF-8: an answer may hold a character that text cannot.
  answer         bytea
);

-- What the gateway still has to do for a record, and when; a schedule, not history.
CREATE TABLE outbox (
  record_seq        bigint PRIMARY KEY REFERENCES record (seq),
  company_id        bigint NOT NULL,
  work              text COLLATE "C" NOT NULL
                      CHECK (work IN ('send', 'settle', 'poll', 'look_up', 'cancel', 'release', 'link')),
  due_at            bigint NOT NULL,
  tries             integer NOT NULL DEFAULT 0,
  most_in_batch     integer NOT NULL DEFAULT 100,
  submission_uid    text COLLATE "C",
  unfinished_builds integer NOT NULL DEFAULT 0 CHECK (unfinished_builds >= 0)
);
CREATE INDEX outbox_claimed ON outbox (record_seq) WHERE work = 'settle';
CREATE INDEX outbox_due ON outbox (work, company_id, due_at, record_seq);

-- Acts that concern no record: tokens, companies, taxpayer look-ups.
CREATE TABLE act (
  seq   bigint PRIMARY KEY,
  at    bigint NOT NULL,
  by    text COLLATE "C" NOT NULL,
  type  text COLLATE "C" NOT NULL,
  facts text NOT NULL CHECK (facts IS JSON OBJECT)
);

-- The last line of each chain: one for each company, by its id, and one, 0, for what concerns all of them.
CREATE TABLE chain (
  id    bigint PRIMARY KEY,
  line  bigint NOT NULL,
  chain bytea NOT NULL CHECK (length(chain) = 32)
);

-- A line for every event and every act, each made of the one before and of the rows it tells of.
CREATE TABLE journal_line (
  chain_id  bigint NOT NULL,
  line      bigint NOT NULL,
  event_seq bigint UNIQUE REFERENCES event (seq),
  act_seq   bigint UNIQUE REFERENCES act (seq),
  -- What was written together with it and cannot be told from the rows as they are now.
  beside    text CHECK (beside IS JSON),
  chain     bytea NOT NULL CHECK (length(chain) = 32),
  PRIMARY KEY (chain_id, line),
  CHECK ((event_seq IS NULL) <> (act_seq IS NULL))
);

-- Where all chains stood at some moments, proven by the installation's seal: what is cut off or written anew shows.
CREATE TABLE journal_seal (
  seq          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at           bigint NOT NULL,
  -- Of all chains together.
  lines        bigint NOT NULL,
  code         text COLLATE "C" NOT NULL,
  heads        text NOT NULL CHECK (heads IS JSON ARRAY),
  installation text COLLATE "C",
  mac          text COLLATE "C"
);
CREATE INDEX journal_seal_lines ON journal_seal (lines);

DO $$
DECLARE kept text;
BEGIN
  FOREACH kept IN ARRAY ARRAY['event', 'payload', 'attempt', 'attempt_outcome', 'act', 'journal_line', 'journal_seal'] LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()',
      kept || '_only_grows', kept);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I EXECUTE FUNCTION refuse_change()', kept || '_is_kept', kept);
  END LOOP;
END $$;
`
