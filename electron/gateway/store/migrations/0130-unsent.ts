/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const unsent = `
-- What is to be sent, by when it was issued: the watch asks four times a minute what is running out of time, also of a
-- hundred thousand.
CREATE INDEX record_unsent ON record (issued_at, company_id)
  WHERE phase = 'queued' AND consolidated_into IS NULL AND (consolidated = 0 OR members > 0) AND submission_enabled = 1;
`
