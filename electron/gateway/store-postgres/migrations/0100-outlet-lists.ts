/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const outletLists = `
-- An outlet is one of many here: its range and its list are found without a look at what the others sold. Neither changes
-- with a record, so that it costs something once.
CREATE INDEX record_outlet_range ON record (company_id, outlet_name, family, kind, submitted_day, seq);
CREATE INDEX record_outlet_list ON record (outlet_name, seq);
`
