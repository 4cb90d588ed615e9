/** What PostgreSQL alone has. Frozen once it is released: a database somewhere has run exactly this. */
export const refusal = `
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% of %: what is kept there only grows', TG_OP, TG_TABLE_NAME; END $$;
`

export const onPostgres = `
-- Every record is changed some six times, mostly outside of its indexes: room for that on its own page.
ALTER TABLE record SET (fillfactor = 70);
-- An outlet is one of many here: its range and its list are found without a look at what the others sold. Hardly any
-- change of a record changes these, so that they cost something once.
CREATE INDEX record_outlet_range ON record (company_id, outlet_name, family, kind, submitted_day, seq);
CREATE INDEX record_outlet_list ON record (outlet_name, issued_at, seq);
-- Lists, reports and exports go by when a sale was made.
CREATE INDEX record_list ON record (issued_at, seq);
CREATE INDEX record_found ON record USING gin (search_text gin_trgm_ops);

-- How far everything that is numbered has come. Writers hold one lock, so numbers have no gaps and become visible in their
-- order.
CREATE TABLE place (
  only_one  boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  event_seq BIGINT NOT NULL,
  act_seq   BIGINT NOT NULL
);
INSERT INTO place (event_seq, act_seq) VALUES (0, 0);

-- How many groups of writes each process has committed: one that loses its connection at a commit reads here whether it
-- was done, and every next one finds out whether the server still has what it answered for.
CREATE TABLE writer (
  id      uuid PRIMARY KEY,
  commits BIGINT NOT NULL
);

-- Raised when a process takes the right to send: nothing is sent or written under an earlier one any more.
CREATE TABLE sender (
  only_one   boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  generation BIGINT NOT NULL
);
INSERT INTO sender (generation) VALUES (0);

-- The last line of each chain: one for each company, by its id, and one, 0, for what concerns all of them.
CREATE TABLE chain (
  id    BIGINT PRIMARY KEY,
  line  BIGINT NOT NULL,
  chain BYTES NOT NULL CHECK (length(chain) = 32)
);

-- A line for every event and every act, each made of the one before and of the rows it tells of.
CREATE TABLE journal_line (
  chain_id  BIGINT NOT NULL,
  line      BIGINT NOT NULL,
  event_seq BIGINT UNIQUE REFERENCES event (seq),
  act_seq   BIGINT UNIQUE REFERENCES act (seq),
  -- What was written together with it and cannot be told from the rows as they are now.
  beside    JSON,
  chain     BYTES NOT NULL CHECK (length(chain) = 32),
  PRIMARY KEY (chain_id, line),
  CHECK ((event_seq IS NULL) <> (act_seq IS NULL))
);

-- Where all chains stood at some moments, proven by the installation's seal: what is cut off or written again shows.
CREATE TABLE journal_seal (
  seq          SERIAL,
  at           BIGINT NOT NULL,
  -- Of all chains together.
  lines        BIGINT NOT NULL,
  code         TEXT NOT NULL,
  heads        JSON NOT NULL,
  installation TEXT,
  mac          TEXT
);
CREATE INDEX journal_seal_lines ON journal_seal (lines);
ONLY GROWS journal_line;
ONLY GROWS journal_seal;

-- Secrets that all processes have, sealed with a key that never comes here. A version is given under the lock of writers,
-- so that a look for newer ones misses none.
CREATE SEQUENCE sealed_secret_version;
CREATE TABLE sealed_secret (
  name    TEXT PRIMARY KEY,
  sealed  TEXT NOT NULL,
  version BIGINT NOT NULL UNIQUE DEFAULT nextval('sealed_secret_version')
);
`
