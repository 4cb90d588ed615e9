import { Alert, Checkbox, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Kind } from '../../../../shared/domain/record.ts'
import { detailByGuid, useRecord } from '../../../gateway/records.ts'
import { Money } from '../../../parts/figures.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { statusWords } from '../../../words/status.ts'
import type { CheckedDraft } from './check.ts'
import type { Draft } from './values.ts'

/** Of which sale, and how much that was: nobody knows a document by its GUID. */
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

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** Whether a note gives back more than its originals kept here came to, or more of a line than was sold. */
export function useIsTooMuch({ kind, fields }: Draft, { totals }: CheckedDraft): boolean {
  const guids = fields.ORIGINALS.map(({ SALE_GUID }) => SALE_GUID).filter((guid) => guid !== '')
  const givesBack = kind === 'credit_note' || kind === 'refund_note'
  const { data: sold } = useQuery({
    queryKey: ['record', 'sold', ...guids],
    queryFn: async () => {
      const details = await Promise.all(guids.map(detailByGuid))
      return details.reduce((sum, { record }) => sum + cents(record.TOTAL_PAYABLE), 0n).toString()
    },
    enabled: givesBack && guids.length > 0,
  })
  if (!givesBack) return false
  const isLineMore = fields.LINES.some(
    ({ isLeft, sold: was, QUANTITY }) => isLeft !== true && was !== undefined && Number(QUANTITY) > Number(was),
  )
  const isSumMore =
    sold !== undefined &&
    totals !== null &&
    guids.length === fields.ORIGINALS.length &&
    cents(totals.payable) > BigInt(sold)
  return isLineMore || isSumMore
}

/** Where its answer stands. */
export const tooMuch = 'too_much'

interface TooMuchProps {
  readonly isMeant: boolean
  mean(isMeant: boolean): void
}

/** It may be right, and somebody says so. */
export function TooMuch({ isMeant, mean }: TooMuchProps) {
  const say = useWords(newDocumentWords)
  return (
    <Alert color="orange" variant="light" role="alert" title={say('too_much')}>
      <Checkbox
        data-at={tooMuch}
        label={say('too_much_meant')}
        checked={isMeant}
        onChange={(event) => mean(event.currentTarget.checked)}
      />
    </Alert>
  )
}
