/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const outletsOfPeople = `
-- The only outlets that a person sees, as {companyGuid, outletName}; none for whoever sees all.
ALTER TABLE operator ADD COLUMN outlets TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(outlets));
`
