/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const cancellable = `
-- Valid documents by when their time for cancelling ends: while it runs somebody may cancel them on the portal.
CREATE INDEX record_cancellable ON record (company_id, cancellable_until) WHERE phase = 'valid';
`
