/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const builds = `
-- How often somebody began to build the document and neither sent nor refused it: a document that takes the gateway
-- down with it is known by that.
ALTER TABLE outbox ADD COLUMN unfinished_builds INTEGER NOT NULL DEFAULT 0 CHECK (unfinished_builds >= 0);
`
