import { Group } from '@mantine/core'
import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import { AuthorityFaults } from '../../../parts/authority-faults.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { Section } from '../../../parts/section.tsx'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'
import { faultsAtFields } from '../new-document/fault-fields.ts'
import { PrintActs, QrCode } from './qr-and-print.tsx'
import style from './record.module.css'

/** What the tax authority has and said: its numbers, its QR code, its words where it refused. */
export function AtAuthority({ record }: { readonly record: WireRecord }) {
  const say = useWords(recordWords)
  const { AUTHORITY, ERRORS, CANCELLATION } = record
  if (AUTHORITY === null && ERRORS.length === 0) return null
  return (
    <Section className={style['part']} title={say('authority')}>
      {ERRORS.length > 0 && (
        <div className={style['said']}>
          <AuthorityFaults faults={faultsAtFields(ERRORS, record.FAMILY)} />
        </div>
      )}
      {CANCELLATION?.MESSAGE && (
        <p>
          <bdi>{CANCELLATION.MESSAGE}</bdi>
        </p>
      )}
      {AUTHORITY !== null && (
        <div className={style['authority']}>
          <dl className={style['facts']}>
            <dt>{say('uuid')}</dt>
            <dd>
              <bdi className={style['number']}>{AUTHORITY.UUID}</bdi>
            </dd>
          </dl>
          <Group gap="sm">
            <CopyButton text={AUTHORITY.UUID} />
            {AUTHORITY.VALIDATION_URL !== null && <CopyButton text={AUTHORITY.VALIDATION_URL} label={say('link')} />}
            {AUTHORITY.VALIDATION_URL !== null && <PrintActs guid={record.SALE_GUID} />}
          </Group>
          {AUTHORITY.VALIDATION_URL !== null && <QrCode guid={record.SALE_GUID} />}
        </div>
      )}
    </Section>
  )
}
