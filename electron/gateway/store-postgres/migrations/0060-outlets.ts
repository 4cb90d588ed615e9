/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const outlets = `
-- How the gateway of an outlet stood when it last said so: it comes in with a token of its own.
ALTER TABLE token ADD COLUMN report text;
ALTER TABLE token ADD COLUMN reported_at bigint;
`
