/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const search = `
-- The narrow copy for lists again, with all that people filter and count by: a list, and how many there are of each
-- kind, are found in it alone.
DROP INDEX record_list;
CREATE INDEX record_list ON record
  (seq, company_id, submitted_day, phase, ever_sent, vouched, sent_before, closed, consolidated, consolidated_into,
   members, attention, outlet_name, terminal_name, shift_code, total_payable, uuid, search_text);
`
