import { Link } from '@tanstack/react-router'
import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import { givesBack } from '../../../../shared/domain/status.ts'
import { Money } from '../../../parts/figures.tsx'
import { Section } from '../../../parts/section.tsx'
import { StatusMark } from '../../../parts/status-mark.tsx'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'
import { statusWords } from '../../../words/status.ts'
import style from './record.module.css'

/** Documents that refer to this one, or to which it refers. */
export const Related = ({ title, records }: { readonly title: string; readonly records: readonly WireRecord[] }) =>
  records.length > 0 && (
    <Section className={style['part']} title={title}>
      <ul className={style['related']}>
        {records.map((record) => (
          <li key={record.SALE_GUID}>
            <DocumentLink record={record} />
            <Money
              amount={`${givesBack({ kind: record.KIND }) ? '-' : ''}${record.TOTAL_PAYABLE}`}
              currency={record.CURRENCY_CODE}
            />
            <StatusMark record={record} />
          </li>
        ))}
      </ul>
    </Section>
  )

const DocumentLink = ({ record }: { readonly record: WireRecord }) => (
  <Link to="/sales/$guid" params={{ guid: record.SALE_GUID }} className={style['link'] ?? ''}>
    <DocumentName record={record} />
  </Link>
)

/** Kind and number. */
export function DocumentName({ record: { KIND, MEMBERS, SALE_CODE } }: { readonly record: WireRecord }) {
  const say = useWords(recordWords)
  const sayStatus = useWords(statusWords)
  return (
    <>
      {MEMBERS === undefined ? sayStatus(KIND) : say('consolidated_document')} <bdi>{SALE_CODE}</bdi>
    </>
  )
}
