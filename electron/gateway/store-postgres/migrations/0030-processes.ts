/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const processes = `
-- A process is counted on for a while after it last wrote; then its row goes, and with it whatever it held.
ALTER TABLE writer ADD COLUMN seen_at timestamptz NOT NULL DEFAULT clock_timestamp();

-- Of what is under way at the authority: under whose row it was claimed, so that nobody else's is taken for abandoned.
ALTER TABLE outbox ADD COLUMN claimed_by uuid;
CREATE INDEX outbox_claimed ON outbox (record_seq) WHERE work = 'settle';
`
