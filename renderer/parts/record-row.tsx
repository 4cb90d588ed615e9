import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { ListedRecord } from '../gateway/records.ts'
import { useWords } from '../words/language.ts'
import { salesWords } from '../words/sales.ts'
import { statusWords } from '../words/status.ts'
import { useLateArrivalText } from './day.tsx'
import { moneyText, SignedTotal, Time } from './figures.tsx'
import style from './record-row.module.css'
import { reasonToneOf, StatusMark } from './status-mark.tsx'

interface RecordRowProps {
  readonly listed: Pick<ListedRecord, 'record'> & Partial<ListedRecord>
  /** If there is more than one outlet. */
  readonly withOutlet?: boolean
}

/** Loaded after the list, which most sales need no more than. */
const Reason = lazy(async () => ({ default: (await import('./authority-faults.tsx')).Reason }))

/** When it came if that was late, and how much of it was refunded if not all. */
function useRemarks({ record, refunded, refunded_amount: amount = null }: RecordRowProps['listed']): string {
  const say = useWords(statusWords)
  const came = useLateArrivalText()(record)
  if (amount === null || refunded) return came ?? ''
  const back = say('refunded_short', { amount: moneyText(amount, record.CURRENCY_CODE) })
  return came === null ? back : `${came} · ${back}`
}

export function RecordRow({ listed, withOutlet = false }: RecordRowProps) {
  const say = useWords(salesWords)
  const sayStatus = useWords(statusWords)
  const { record, party_name: buyerName = null, refunded = false } = listed
  const { SALE_CODE: code } = record
  const kind = sayStatus(record.KIND)
  const remarks = useRemarks(listed)
  return (
    <Link
      to="/sales/$guid"
      params={{ guid: record.SALE_GUID }}
      className={style['row'] ?? ''}
      data-guid={record.SALE_GUID}
    >
      <span className={style['status']}>
        <StatusMark record={record} refunded={refunded} />
      </span>
      <span className={style['sale']}>
        <bdi className={style['code']}>{record.MEMBERS === undefined ? code : `${code} · ${record.TERMINAL_NAME}`}</bdi>
        <span className="quiet">
          {record.FAMILY === 'self_billed' ? `${kind} · ${sayStatus('self_billed')}` : kind} ·{' '}
          <Time instant={record.ISSUED_AT} company={record.COMPANY_CODE} withSeconds={false} />
          {remarks !== '' && <span className={style['came']}> · {remarks}</span>} ·{' '}
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
        {reasonToneOf(record) ? (
          <Suspense>
            <Reason record={record} also={remarks} />
          </Suspense>
        ) : (
          remarks !== '' && <span className="quiet">{remarks}</span>
        )}
      </span>
      <span className={style['amount']}>
        <SignedTotal record={record} />
      </span>
    </Link>
  )
}
