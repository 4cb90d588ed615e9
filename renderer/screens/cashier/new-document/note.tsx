import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Kind } from '../../../../shared/domain/record.ts'
import { hundredthsOf } from '../../../../shared/domain/shift-money.ts'
import { givesBack } from '../../../../shared/domain/status.ts'
import { fetchRecord, type RecordDetail, useRecord } from '../../../gateway/records.ts'
import { Money } from '../../../parts/figures.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { statusWords } from '../../../words/status.ts'
import type { DocumentTotals } from './totals.ts'
import type { Draft } from './values.ts'

/** The original's sale code and amount, because people do not know a GUID. */
export function NoteTitle({ kind, guid }: { readonly kind: Kind; readonly guid: string }) {
  const say = useWords(newDocumentWords)
  const sayStatus = useWords(statusWords)
  const record = useRecord(guid).data?.record
  return (
    <Title order={1} size="h3">
      {say('note_for', { kind: sayStatus(kind), code: record?.SALE_CODE ?? '…' })}{' '}
      {record && <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />}
    </Title>
  )
}

const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** The amount paid, with any prepayment: a note gives that back too. */
const wasPaid = ({ record, sale }: RecordDetail): bigint =>
  sale
    ? hundredthsOf(sale.TOTALS.TOTAL_INCLUDING_TAX) + hundredthsOf(sale.ROUNDING_AMOUNT ?? '0.00')
    : hundredthsOf(record.TOTAL_PAYABLE)

/** Whether the note gives back more than its originals kept here, or more of a line than was sold. */
export function useNoteExceedsOriginals({ kind, fields }: Draft, totals: DocumentTotals): boolean {
  const guids = fields.ORIGINALS.map(({ SALE_GUID }) => SALE_GUID).filter((guid) => guid !== '')
  const isBack = givesBack({ kind })
  const { data: sold } = useQuery({
    queryKey: ['record', 'sold', ...guids],
    queryFn: async () => {
      const details = await Promise.all(guids.map(fetchRecord))
      return details.reduce((sum, shown) => sum + wasPaid(shown), 0n).toString()
    },
    enabled: isBack && guids.length > 0,
  })
  if (!isBack) return false
  const isLineMore = fields.LINES.some(
    ({ isLeft, sold: was, QUANTITY }) => isLeft !== true && was !== undefined && Number(QUANTITY) > Number(was),
  )
  const isSumMore =
    sold !== undefined &&
    totals !== null &&
    guids.length === fields.ORIGINALS.length &&
    // A cash total may be rounded up, so the rounding does not count.
    hundredthsOf(totals.payable) - most(hundredthsOf(totals.rounding ?? '0.00'), 0n) > BigInt(sold)
  return isLineMore || isSumMore
}
