import { Link } from '@tanstack/react-router'
import { useRecord } from '../../../gateway/records.ts'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'
import style from './record.module.css'

/** The consolidated e-invoice a receipt travels in; its name comes a moment later. */
export function PartOf({ guid }: { readonly guid: string }) {
  const say = useWords(recordWords)
  const document = useRecord(guid)
  return (
    <>
      <dt>{say('part_of')}</dt>
      <dd>
        <Link to="/sales/$guid" params={{ guid }} className={style['link'] ?? ''}>
          {say('consolidated_document')} <bdi>{document.data?.record.SALE_CODE}</bdi>
        </Link>
      </dd>
    </>
  )
}
