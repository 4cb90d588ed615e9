/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const refusedTurns = `
-- When the other side last said that it is too much, for how long it wants to be left alone from then on, and how many
-- turns one takes since.
ALTER TABLE turn ADD COLUMN refused_at timestamptz, ADD COLUMN held_ms float8, ADD COLUMN pace float8 NOT NULL DEFAULT 1;
`
