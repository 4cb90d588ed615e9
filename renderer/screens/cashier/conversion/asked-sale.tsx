import { Text } from '@mantine/core'
import type { RecordDetail } from '../../../gateway/records.ts'
import { Money, Time } from '../../../parts/figures.tsx'
import style from './conversion.module.css'

/** Which sale it is, to be compared with the slip in the buyer's hand. */
export function AskedSale({ shown: { record } }: { readonly shown: RecordDetail }) {
  return (
    <Text className={style['sale'] ?? ''}>
      <bdi>{record.SALE_CODE}</bdi> · <bdi>{record.OUTLET_NAME}</bdi> · <bdi>{record.TERMINAL_NAME}</bdi> ·{' '}
      <Time instant={record.ISSUED_AT} company={record.COMPANY_CODE} withDay />
      <strong>
        <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
      </strong>
    </Text>
  )
}
