/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const sealedSecrets = `
-- Secrets that all processes have, sealed with a key that never comes here. A version is given under the lock of writers,
-- so that whoever looks for newer ones misses none.
CREATE SEQUENCE sealed_secret_version;
CREATE TABLE sealed_secret (
  name    text COLLATE "C" PRIMARY KEY,
  sealed  text COLLATE "C" NOT NULL,
  version bigint NOT NULL UNIQUE DEFAULT nextval('sealed_secret_version')
);
`
