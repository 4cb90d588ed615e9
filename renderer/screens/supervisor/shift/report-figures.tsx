import { unreadableMethod } from '../../../../shared/domain/shift-report.ts'
import { useCodeLabel } from '../../../gateway/codes.ts'
import type { ShiftDetail } from '../../../gateway/shifts.ts'
import { Count, Money } from '../../../parts/figures.tsx'
import { Section } from '../../../parts/section.tsx'
import { Row, Table } from '../../../parts/table.tsx'
import { useWithdrawnText } from '../../../parts/withdrawal.ts'
import { useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { statusWords } from '../../../words/status.ts'
import { shownStatusOf } from './report-sums.ts'
import style from './shift.module.css'

type Report = ShiftDetail['report']
export type ReportTotal = Report['totals'][number]

/** The figures of a shift, in the order in which a drawer is counted. */
export function ReportFigures({ report }: { readonly report: Report }) {
  const say = useWords(shiftWords)
  const sayStatus = useWords(statusWords)
  const methodName = usePaymentMethodName()
  const told = useWithdrawnText()
  return (
    <>
      <section className={style['part']}>
        <div className={style['figures']}>
          <SumsTable title={say('total')} rows={report.totals.map((sum) => [say('documents'), sum])} />
          <SumsTable title={say('by_payment')} rows={report.by_payment.map((sum) => [methodName(sum.METHOD), sum])} />
          <SumsTable title={say('by_kind')} rows={report.by_kind.map((sum) => [sayStatus(sum.KIND), sum])} />
          <SumsTable
            title={say('by_status')}
            rows={report.by_status.map((sum) => [sayStatus(shownStatusOf(sum)), sum])}
          />
        </div>
        <p>
          {say('head_code')} <span className={`figure ${style['code']}`}>{report.journal.code}</span>
        </p>
      </section>
      {report.withdrawn.length > 0 && (
        <Section className={style['part']} title={say('withdrawn')}>
          <ul className={style['plain']}>
            {report.withdrawn.map((each) => {
              const { word, text } = told(each)
              return (
                <li key={each.SALE_GUID}>
                  <b>{word}</b> <bdi>{each.SALE_CODE}</bdi>{' '}
                  <Money amount={each.TOTAL_PAYABLE} currency={each.CURRENCY_CODE} />
                  {text !== '' && <bdi> · {text}</bdi>}
                </li>
              )
            })}
          </ul>
        </Section>
      )}
    </>
  )
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
  readonly rows: readonly (readonly [string, ReportTotal])[]
}

export function SumsTable({ title, rows }: SumsProps) {
  const sayStatus = useWords(statusWords)
  return (
    <Section title={title}>
      <Table className={style['table']} label={title}>
        {rows.map(([name, { FAMILY, CURRENCY_CODE, count, amount }]) => (
          <Row key={`${FAMILY} ${CURRENCY_CODE} ${name}`} figuresFrom={1}>
            {FAMILY === 'self_billed' ? `${sayStatus('self_billed')} · ${name}` : name}
            <Count value={count} />
            <Money amount={amount} currency={CURRENCY_CODE} />
          </Row>
        ))}
      </Table>
    </Section>
  )
}
