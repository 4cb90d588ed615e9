import { Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { WireRecord } from '../../../../shared/catalogue/shapes/record.ts'
import { fetchPage } from '../../../gateway/api.ts'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'
import { PrintActs } from './print-acts.tsx'
import style from './record.module.css'

/** What the tax authority has and said: its numbers, its QR code, its words where it refused. */
export function AtAuthority({ record }: { readonly record: WireRecord }) {
  const say = useWords(recordWords)
  const { AUTHORITY, ERRORS, CANCELLATION } = record
  if (AUTHORITY === null && ERRORS.length === 0) return null
  return (
    <section className={style['part']} aria-label={say('authority')}>
      <Title order={2} size="h4">
        {say('authority')}
      </Title>
      {ERRORS.length > 0 && (
        <ul className={style['said']} aria-label={say('said')}>
          {ERRORS.map(({ CODE, MESSAGE, FIELD }) => (
            <li key={`${CODE} ${FIELD} ${MESSAGE}`}>
              <bdi>{MESSAGE}</bdi>{' '}
              <span className="quiet">
                <bdi>{CODE}</bdi>
                {FIELD !== '' && (
                  <>
                    {' · '}
                    {say('field', { field: FIELD })}
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
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
    </section>
  )
}

/** A picture cannot carry a token, so it is fetched like everything else. */
function QrCode({ guid }: { readonly guid: string }) {
  const say = useWords(recordWords)
  const { data } = useQuery({
    queryKey: ['qr', guid],
    queryFn: async () => dataUrlOf(await (await fetchPage(`/operator/v1/records/${guid}/qr.png`)).blob()),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data === undefined ? null : <img className={style['qr']} src={data} alt={say('qr')} />
}

const dataUrlOf = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the picture could not be read')))
    reader.readAsDataURL(picture)
  })
