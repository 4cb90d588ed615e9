/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const webhooks = `
-- Who is told of every change of a record. The secret it is signed with is kept where secrets are.
CREATE TABLE webhook_target (
  id         TEXT PRIMARY KEY,
  url        TEXT NOT NULL,
  company_id INTEGER REFERENCES company (id),
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  removed_at INTEGER,
  -- The last event that was taken up for it.
  position   INTEGER NOT NULL,
  -- Tries in a row at which nobody was there, and from when on the next may be.
  failures   INTEGER NOT NULL DEFAULT 0,
  due_at     INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- What was taken up for a target. Not history: old ones that have arrived are forgotten.
CREATE TABLE webhook_delivery (
  target_id    TEXT NOT NULL REFERENCES webhook_target (id),
  event_seq    INTEGER NOT NULL,
  record_seq   INTEGER NOT NULL REFERENCES record (seq),
  at           INTEGER NOT NULL,
  state        TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts     INTEGER NOT NULL DEFAULT 0,
  due_at       INTEGER NOT NULL DEFAULT 0,
  tried_at     INTEGER,
  delivered_at INTEGER,
  -- What the target answered to the last try; null where nothing came.
  http_status  INTEGER,
  PRIMARY KEY (target_id, event_seq),
  CHECK ((state = 'delivered') = (delivered_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_waiting ON webhook_delivery (target_id, due_at, event_seq) WHERE state = 'waiting';
`
