/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const screens = `
-- A person vouched that what was sent never arrived: it goes again as new, and is never voided.
ALTER TABLE record ADD COLUMN vouched INTEGER NOT NULL DEFAULT 0 CHECK (vouched IN (0, 1));

-- Since when a request to cancel has no answer: what the authority shows proves something only a while after.
UPDATE record SET cancellation = json_set(cancellation, '$.doubtedAt',
    (SELECT max(at) FROM event WHERE record_seq = record.seq AND type = 'cancel_doubted'))
  WHERE json_extract(cancellation, '$.state') = 'unknown';

-- By what people look for a record, in small letters: its names, and the name and TIN of the other party.
ALTER TABLE record ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
UPDATE record SET search_text = lower(
    sale_guid || char(10) || sale_code || char(10) || document_number || char(10) ||
    coalesce((SELECT CASE WHEN json_valid(CAST(body AS TEXT)) THEN
        coalesce(json_extract(CAST(body AS TEXT), '$.BUYER.NAME'), json_extract(CAST(body AS TEXT), '$.SUPPLIER.NAME'), '')
        || char(10) ||
        coalesce(json_extract(CAST(body AS TEXT), '$.BUYER.TIN'), json_extract(CAST(body AS TEXT), '$.SUPPLIER.TIN'), '')
      END FROM event WHERE record_seq = record.seq AND event.revision = record.revision), ''));

-- A narrow copy of the table, the newest at its end, for lists with any filter: one look through it takes
-- milliseconds where the records themselves would take a second, and it costs a sale one page and not five.
CREATE INDEX record_list ON record
  (seq, company_id, phase, ever_sent, vouched, outlet_name, terminal_name, shift_code, search_text);
`
