/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const builders = `
-- Under whose row a document was last begun to be built: what another process builds took nobody down.
ALTER TABLE outbox ADD COLUMN built_by uuid;
`
