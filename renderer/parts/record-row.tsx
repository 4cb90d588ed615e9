import { Link } from '@tanstack/react-router'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { givesBack, needsPerson } from '../../shared/domain/status.ts'
import { useWords } from '../words/language.ts'
import { salesWords } from '../words/sales.ts'
import { statusWords } from '../words/status.ts'
import { useLateArrivalText } from './day.tsx'
import { Money, Time } from './figures.tsx'
import style from './record-row.module.css'
import { Mark, statusLookOf } from './status-mark.tsx'

interface RecordRowProps {
  readonly record: WireRecord
  readonly buyerName: string | null
  readonly isRefunded?: boolean
  /** If there is more than one outlet. */
  readonly withOutlet?: boolean
}

/** Whether the row needs the sentence of the next step. If all is well the status is enough. */
const wantsReading = ({ ATTENTION, IN_DOUBT, NEXT_ACTION }: WireRecord): boolean =>
  needsPerson(ATTENTION?.CODE ?? null) || IN_DOUBT || NEXT_ACTION.ACTION === 'correct'

/** A document in a list: its status, sale code, next step and amount. */
export function RecordRow({ record, buyerName, isRefunded = false, withOutlet = false }: RecordRowProps) {
  const say = useWords(salesWords)
  const sayStatus = useWords(statusWords)
  const kind = sayStatus(record.KIND)
  const came = useLateArrivalText()(record)
  const sign = givesBack({ kind: record.KIND }) ? '-' : ''
  return (
    <Link
      to="/sales/$guid"
      params={{ guid: record.SALE_GUID }}
      className={style['row'] ?? ''}
      data-guid={record.SALE_GUID}
    >
      <span className={style['status']}>
        <Mark look={isRefunded ? 'refunded' : statusLookOf(record)} />
      </span>
      <span className={style['sale']}>
        <bdi className={style['code']}>{record.SALE_CODE}</bdi>
        <span className="quiet">
          {record.FAMILY === 'self_billed' ? `${kind}, ${sayStatus('self_billed')}` : kind} ·{' '}
          <Time instant={record.ISSUED_AT} company={record.COMPANY_CODE} withSeconds={false} />
          {came !== null && <span className={style['came']}> · {came}</span>} ·{' '}
          {withOutlet && (
            <>
              <bdi>{record.OUTLET_NAME}</bdi> ·{' '}
            </>
          )}
          <bdi>{record.TERMINAL_NAME}</bdi>
        </span>
      </span>
      <span className={style['next']}>
        <bdi>
          {record.MEMBERS === undefined
            ? (buyerName ?? say('no_buyer'))
            : say('of_receipts', { till: `${record.OUTLET_NAME} · ${record.TERMINAL_NAME}`, count: record.MEMBERS })}
        </bdi>
        {wantsReading(record) ? (
          <span className={style['sentence']} data-tone={record.STATUS === 'Invalid' ? 'bad' : undefined}>
            {came !== null && `${came} · `}
            {record.ATTENTION?.MESSAGE ?? record.NEXT_ACTION.REASON}
          </span>
        ) : (
          came !== null && <span className="quiet">{came}</span>
        )}
      </span>
      <span className={style['amount']}>
        <Money amount={`${sign}${record.TOTAL_PAYABLE}`} currency={record.CURRENCY_CODE} />
      </span>
    </Link>
  )
}
