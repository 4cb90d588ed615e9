/** What SQLite alone has. Frozen once it is released: a database somewhere has run exactly this. */
export const onSqlite = `
-- A narrow copy of the table in the order of sales, with all that people filter and count by: a list, and how many there
-- are of each kind, are found in it alone. A sale costs it one page, and most sales the same one: the last.
CREATE INDEX record_list ON record
  (issued_at, seq, company_id, phase, ever_sent, vouched, sent_before, closed, consolidated, consolidated_into,
   members, attention, outlet_name, terminal_name, shift_code, total_payable, uuid, search_text);

-- The log: a line for every event and every act, in one order. Line by line: a gap or a second line of one number cannot
-- be.
CREATE TABLE journal_line (
  line      BIGINT PRIMARY KEY,
  event_seq BIGINT REFERENCES event (seq),
  act_seq   BIGINT REFERENCES act (seq),
  -- What was written together with the event and cannot be told from the rows as they are now.
  beside    JSON,
  chain     BYTES NOT NULL CHECK (length(chain) = 32),
  CHECK ((event_seq IS NULL) <> (act_seq IS NULL))
);
ONLY GROWS journal_line;
`
