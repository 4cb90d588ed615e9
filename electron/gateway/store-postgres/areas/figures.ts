import { statuses } from '../../../../shared/domain/status.ts'
import { payableHundredths, statusSql } from '../../store/kept/status-sql.ts'
import { type Figures, type OutboxSample, sampleSpans, type Tally } from '../../store/port/shifts.ts'
import { type Ask, amongOutlets, textsCell } from '../ask.ts'
import type { CompanyIds } from '../company-ids.ts'
import type { Writer } from '../writer.ts'

const quarterMs = 15 * 60_000
/** As kinds are told everywhere. */
const kindPlace = `array_position(ARRAY['invoice', 'credit_note', 'debit_note', 'refund_note'], kind)`
const status = `CASE ${statuses.map((each) => `WHEN ${statusSql[each]} THEN '${each}'`).join(' ')} END`

export function prepareFigures(read: Ask, writer: Writer, companies: CompanyIds): Figures {
  return {
    async tallies(companyGuid, { from, before }, outletNames) {
      return read<Tally>(
        `SELECT issued_at / ${quarterMs} * ${quarterMs} AS quarter, family, kind, ${status} AS status,
           currency_code AS "currencyCode", count(*) AS count,
           sum(${payableHundredths})::text AS hundredths
         FROM record WHERE company_id = $1 AND issued_at >= $2 AND issued_at < $3
           AND ($4::jsonb IS NULL OR ${amongOutlets('$4')})
         GROUP BY 1, family, kind, 4, currency_code ORDER BY family, ${kindPlace}, 1, 4, currency_code`,
        await companies.idOf(companyGuid),
        from,
        before,
        outletNames ? textsCell(outletNames) : null,
      )
    },
    sample: (given) =>
      writer.write(async ({ ask }) => {
        for (const sample of given) await keep(ask, await companies.idOf(sample.companyGuid, ask), sample)
      }),
    async samples(companyGuid, span, from, to) {
      const rows = await read<Omit<OutboxSample, 'companyGuid'>>(
        `SELECT at, unsent, in_doubt AS "inDoubt", oldest_ms AS "oldestMs" FROM outbox_sample
         WHERE span_ms = $1 AND company_id = $2 AND at >= $3 AND at < $4 ORDER BY at`,
        sampleSpans[span].spanMs,
        await companies.idOf(companyGuid),
        from,
        to,
      )
      return rows.map((row) => ({ ...row, companyGuid }))
    },
  }
}

async function keep(ask: Ask, companyId: number, { at, unsent, inDoubt, oldestMs }: OutboxSample): Promise<void> {
  for (const { spanMs, keptMs } of Object.values(sampleSpans)) {
    await ask(
      `INSERT INTO outbox_sample AS sample (span_ms, company_id, at, unsent, in_doubt, oldest_ms)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (span_ms, company_id, at) DO UPDATE
       SET unsent = greatest(sample.unsent, excluded.unsent), in_doubt = greatest(sample.in_doubt, excluded.in_doubt),
         oldest_ms = greatest(sample.oldest_ms, excluded.oldest_ms)`,
      spanMs,
      companyId,
      at - (at % spanMs),
      unsent,
      inDoubt,
      Math.round(oldestMs),
    )
    const forget = 'DELETE FROM outbox_sample WHERE span_ms = $1 AND company_id = $2 AND at < $3'
    await ask(forget, spanMs, companyId, at - keptMs)
  }
}
