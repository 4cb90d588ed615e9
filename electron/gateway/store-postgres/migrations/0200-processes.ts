/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const processes = `
-- How many groups of writes each process has committed: one that loses its connection at a commit reads here whether it
-- was done, and every next one finds out whether the server still has what it answered for.
CREATE TABLE writer (
  id      uuid PRIMARY KEY,
  commits bigint NOT NULL
);

-- Raised when a process takes the right to send: nothing is sent or written under an earlier one any more.
CREATE TABLE sender (
  only_one   boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  generation bigint NOT NULL
);
INSERT INTO sender (generation) VALUES (0);

-- Secrets that all processes have, sealed with a key that never comes here. A version is given under the lock of writers,
-- so that whoever looks for newer ones misses none.
CREATE SEQUENCE sealed_secret_version;
CREATE TABLE sealed_secret (
  name    text COLLATE "C" PRIMARY KEY,
  sealed  text COLLATE "C" NOT NULL,
  version bigint NOT NULL UNIQUE DEFAULT nextval('sealed_secret_version')
);
`
