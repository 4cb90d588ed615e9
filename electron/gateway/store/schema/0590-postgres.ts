/** What PostgreSQL alone has. Frozen once it is released: a database somewhere has run exactly this. */
export const refusal = `
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% of %: what is kept there only grows', TG_OP, TG_TABLE_NAME; END $$;
`

export const onPostgres = `
-- Every record is changed some six times, mostly outside of its indexes: room for that on its own page.
ALTER TABLE record SET (fillfactor = 70);
CREATE INDEX record_range ON record (company_id, family, kind, submitted_day, seq, outlet_name);
-- An outlet is one of many here: its range and its list are found without a look at what the others sold. Hardly any
-- change of a record changes these, so that they cost something once.
CREATE INDEX record_outlet_range ON record (company_id, outlet_name, family, kind, submitted_day, seq);
CREATE INDEX record_outlet_list ON record (outlet_name, issued_at, seq);
-- Lists, reports and exports go by when a sale was made.
CREATE INDEX record_list ON record (issued_at, seq);
CREATE INDEX record_found ON record USING gin (search_text gin_trgm_ops);

-- How many groups of writes each process has committed: one that loses its connection at a commit reads here whether it
-- was done, and every next one finds out whether the server still has what it answered for.
CREATE TABLE writer (
  id      uuid PRIMARY KEY,
  commits BIGINT NOT NULL
);

-- Another value after each start of the server, and in a database that was put back beside or in place of this one.
CREATE FUNCTION this_server() RETURNS text LANGUAGE sql STABLE AS
$$ SELECT concat(extract(epoch FROM pg_postmaster_start_time()), ' ', (SELECT oid FROM pg_database WHERE datname = current_database())) $$;

-- Raised when a process takes the right to send: nothing is sent or written under an earlier one any more, or on another
-- server than the one where the right was taken.
CREATE TABLE sender (
  only_one   boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  generation BIGINT NOT NULL,
  server     TEXT NOT NULL,
  -- Companies of which the authority was asked, by this sender or by those that it followed without a gap, whether it
  -- has what waits here.
  looked     text[] NOT NULL DEFAULT '{}'
);
INSERT INTO sender (generation, server) VALUES (0, '');

-- Secrets that all processes have, sealed with a key that never comes here. A version is given under the lock of writers,
-- so that a look for newer ones misses none.
CREATE SEQUENCE sealed_secret_version;
CREATE TABLE sealed_secret (
  name    TEXT PRIMARY KEY,
  sealed  TEXT NOT NULL,
  version BIGINT NOT NULL UNIQUE DEFAULT nextval('sealed_secret_version')
);
`
