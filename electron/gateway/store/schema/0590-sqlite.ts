/** What SQLite alone has. Frozen once it is released: a database somewhere has run exactly this. */
export const onSqlite = `
-- The next two indexes take a sale up when it is claimed, up to a hundred at once, so that a till waits for neither.

-- A range of one outlet is found in the index alone; a day on which it sold nothing costs no look at a record.
CREATE INDEX record_range ON record (company_id, family, kind, submitted_day, seq, outlet_name)
  WHERE listed = 1;
-- A narrow copy of the table in the order of sales, with all that people filter and count by: a list, and how many there
-- are of each kind, are found in it alone.
CREATE INDEX record_list ON record
  (issued_at, seq, company_id, phase, ever_sent, confirmed_not_received, sent_before, closed, consolidated, consolidated_into,
   members, attention, outlet_name, terminal_name, shift_code, total_payable, uuid, search_text)
  WHERE listed = 1;
`
