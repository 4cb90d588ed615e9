/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const processes = `
-- What one process at a time does: work for one company, by its GUID, or what is done once for all of them. Whoever is
-- no longer counted on has none of it.
CREATE TABLE duty (
  name      text COLLATE "C" PRIMARY KEY,
  writer_id uuid NOT NULL REFERENCES writer (id) ON DELETE CASCADE
);
CREATE INDEX duty_writer ON duty (writer_id);

-- How often something may be done by all processes together: each turn that is taken moves the instant on at which all
-- of them have come again. Nothing that is kept rests on it.
CREATE TABLE turn (
  key      text COLLATE "C" PRIMARY KEY,
  whole_at timestamptz NOT NULL,
  -- When the other side last said that it is too much, for how long it wants to be left alone from then on, and how
  -- many turns one takes since.
  refused_at timestamptz,
  held_ms    float8,
  pace       float8 NOT NULL DEFAULT 1
) WITH (fillfactor = 50);

-- Secrets that all processes have, sealed with a key that never comes here. A version is given under the lock of writers,
-- so that whoever looks for newer ones misses none.
CREATE SEQUENCE sealed_secret_version;
CREATE TABLE sealed_secret (
  name    text COLLATE "C" PRIMARY KEY,
  sealed  text COLLATE "C" NOT NULL,
  version bigint NOT NULL UNIQUE DEFAULT nextval('sealed_secret_version')
);
`
