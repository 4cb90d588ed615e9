import { Link } from '@tanstack/react-router'
import { unreadableMethod } from '../../../../shared/domain/shift-report.ts'
import { useCodeLabel } from '../../../gateway/codes.ts'
import { useRecord } from '../../../gateway/records.ts'
import type { ShiftDetail } from '../../../gateway/shifts.ts'
import { formatCurrencySums } from '../../../parts/amounts.ts'
import { useRefusalText } from '../../../parts/authority-faults.tsx'
import { Count, SignedTotal, type Totalled } from '../../../parts/figures.tsx'
import { Section } from '../../../parts/section.tsx'
import { Row, Table } from '../../../parts/table.tsx'
import { useWithdrawnText } from '../../../parts/withdrawal.ts'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { statusWords } from '../../../words/status.ts'
import { added, type ReportGroup, shownStatusOf } from './report-sums.ts'
import style from './shift.module.css'

type Report = ShiftDetail['report']
type ReportTotal = Report['totals'][number]

/** The figures of a shift, in the order in which a drawer is counted. */
export function ReportFigures({ report, isClosed }: { readonly report: Report; readonly isClosed: boolean }) {
  const say = useWords(shiftWords)
  return (
    <>
      <section className={style['part']}>
        <div className={style['figures']}>
          <SumsTable title={say('total')} rows={report.totals.map((sum) => [say('documents'), sum])} />
          <PartSums reports={[report]} />
        </div>
        {isClosed && (
          <p>
            {say('head_code')} <span className={`figure ${style['code']}`}>{report.journal.code}</span>
          </p>
        )}
      </section>
      <Withdrawn withdrawn={report.withdrawn} />
    </>
  )
}

interface WithdrawnProps extends Pick<Report, 'withdrawn'> {
  /** Where they are, if several tills have some. */
  readonly till?: string
  /** After the report was made. */
  readonly isLater?: boolean
}

/** Documents that were voided, cancelled or closed, and refunds. */
export function Withdrawn({ withdrawn, till, isLater = false }: WithdrawnProps) {
  const say = useWords(shiftWords)
  const told = useWithdrawnText()
  if (withdrawn.length === 0) return null
  const changed = say('changed_since', { count: withdrawn.length, sum: formatCurrencySums(withdrawn) })
  return (
    <Section className={style['part']} title={[till, isLater ? changed : say('withdrawn')].filter(Boolean).join(' · ')}>
      <ul className={style['plain']}>
        {withdrawn.map((each) => {
          const { word, text } = told(each)
          return (
            <li key={each.SALE_GUID}>
              <b>{word}</b> <bdi>{each.SALE_CODE}</bdi> <SignedTotal record={each} />
              {text !== '' && <bdi> · {text}</bdi>}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** The sums that add up to the total, those that do not count, and the taxes in them; of several shifts as one. */
export function PartSums({ reports }: { readonly reports: readonly Report[] }) {
  const say = useWords(shiftWords)
  const sayStatus = useWords(statusWords)
  const methodName = usePaymentMethodName()
  const taxOf = useCodeLabel('tax_type')
  const paid = added(reports.flatMap((report) => report.by_payment))
  const kinds = added(reports.flatMap((report) => report.by_kind))
  const taxes = added(reports.flatMap((report) => report.by_tax))
  return (
    <>
      <SumsTable title={say('METHOD')} rows={paid.map((sum) => [methodName(sum.METHOD), sum])} />
      <SumsTable title={say('by_kind')} rows={kinds.map((sum) => [sayStatus(sum.KIND), sum])} />
      <SumsTable
        title={say('tax')}
        rows={taxes.map((sum) => [[taxOf(sum.TAX_TYPE), sum.RATE && `${sum.RATE}%`].filter(Boolean).join(' '), sum])}
      />
      <StatusTables sums={added(reports.flatMap((report) => report.by_status))} />
    </>
  )
}

function StatusTables({ sums }: { readonly sums: Report['by_status'] }) {
  const say = useWords(shiftWords)
  const nameOf = useStatusName()
  const parts = sums.map(({ KIND: kind, ...sum }) => ({ status: shownStatusOf(sum), kind, sum }))
  return (['by_status', 'not_counted'] as const).map((title) => {
    const own = parts.filter(({ sum: { counted } }) => counted === (title === 'by_status'))
    const rows = own.map((part) => [nameOf(part), part.sum] as const)
    return rows.length > 0 && <SumsTable key={title} title={say(title)} rows={rows} />
  })
}

type StatusPart = Readonly<{ status: keyof typeof statusWords.en; kind?: ReportGroup['KIND'] | null | undefined }>

/** @returns the name of a sum; of notes that do not count their kind, too */
export function useStatusName(): (part: StatusPart) => string {
  const say = useWords(statusWords)
  return ({ status, kind }) => (kind && kind !== 'invoice' ? `${say(status)} · ${say(kind)}` : say(status))
}

/** How a shift was closed; null while it is open. */
export function closedWordOf({ closed }: Pick<ShiftDetail['shift'], 'closed'>, isTillDifferent: boolean) {
  if (!closed) return null
  return !closed.clean ? 'closed_with' : isTillDifferent ? 'closed' : 'closed_clean'
}

export type Remainder = Omit<Report['remainders'][number], 'blocker'> & { readonly blocker: string | null }

/** The documents that are open, each with its buyer, its amount, why it is open and what to do. */
export function Remainders({ remainders }: { readonly remainders: readonly Remainder[] }) {
  const sayStatus = useWords(statusWords)
  return (
    <ul className={style['plain']}>
      {remainders.map((each) => (
        <li key={each.SALE_GUID} className={style['blocker']}>
          <span>
            <Link to="/sales/$guid" params={{ guid: each.SALE_GUID }}>
              <bdi>{each.SALE_CODE}</bdi>
            </Link>{' '}
            <span className="quiet">{sayStatus(each.blocker === 'in_doubt' ? 'in_doubt' : each.STATUS)}</span>{' '}
            <SignedTotal record={each} />
          </span>
          <WhyOpen {...each} />
          <span className="quiet">{each.next_step}</span>
        </li>
      ))}
    </ul>
  )
}

/** The buyer, and what MyInvois refused, as in the list To do. */
function WhyOpen({ SALE_GUID, message }: Remainder) {
  const { data } = useRecord(SALE_GUID)
  const refusalOf = useRefusalText()
  const refusal = data && refusalOf(data.record)
  const text = [(data?.sale?.BUYER ?? data?.sale?.SUPPLIER)?.NAME, refusal ?? message].filter(Boolean).join(' · ')
  return <bdi {...(refusal && { className: 'reason', 'data-tone': 'bad' })}>{text}</bdi>
}

/** @returns the name of a means of payment */
export function usePaymentMethodName(): (code: string | null) => string {
  const say = useWords(shiftWords)
  const labelOf = useCodeLabel('payment_method')
  return (code) => {
    if (code === unreadableMethod) return say('paid_unreadable')
    return code === null ? say('not_stated') : labelOf(code)
  }
}

interface SumsProps {
  readonly title: string
  readonly rows: readonly (readonly [string, ReportTotal & Pick<Totalled, 'KIND'>])[]
}

export function SumsTable({ title, rows }: SumsProps) {
  const sayStatus = useWords(statusWords)
  return (
    <Section title={title}>
      <Table className={style['table']} label={title}>
        {rows.map(([name, { FAMILY, CURRENCY_CODE, count, amount, KIND }]) => (
          <Row key={`${FAMILY} ${CURRENCY_CODE} ${name}`} figuresFrom={1}>
            {FAMILY === 'self_billed' ? `${sayStatus('self_billed')} · ${name}` : name}
            <Count value={count} />
            <SignedTotal record={{ KIND, TOTAL_PAYABLE: amount, CURRENCY_CODE }} />
          </Row>
        ))}
      </Table>
    </Section>
  )
}
