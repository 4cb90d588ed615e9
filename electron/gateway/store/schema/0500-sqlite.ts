/** What SQLite alone has. Frozen once it is released: a database somewhere has run exactly this. */
export const onSqlite = `
-- A narrow copy of the table in the order of sales, with all that people filter and count by: a list, and how many there
-- are of each kind, are found in it alone. A sale costs it one page, and most sales the same one: the last.
CREATE INDEX record_list ON record
  (issued_at, seq, company_id, phase, ever_sent, vouched, sent_before, closed, consolidated, consolidated_into,
   members, attention, outlet_name, terminal_name, shift_code, total_payable, uuid, search_text);
`
