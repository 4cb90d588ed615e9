import { Button, Group, TextInput } from '@mantine/core'
import { IconBrandWhatsapp, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorAnswer } from '../../../../shared/api/operator-client.ts'
import { useAct } from '../../../gateway/act.ts'
import { operator } from '../../../gateway/api.ts'
import type { RecordDetail } from '../../../gateway/records.ts'
import { refetchEvery } from '../../../gateway/refetch.ts'
import { useMay } from '../../../gateway/session.ts'
import { Confirm } from '../../../parts/dialog.tsx'
import { Time } from '../../../parts/figures.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { useWords } from '../../../words/language.ts'
import { mailWords } from '../../../words/mail.ts'

/** While a message is under way, or may come by itself. */
const lookMs = 3_000
const isUnderWay = ({ is_set_up: isSetUp, items }: OperatorAnswer<'mailsOfRecord'>) =>
  isSetUp && (items.length === 0 || items.some(({ state }) => state === 'waiting' || state === 'sending'))

/** The link for the buyer of a valid document. That of a consolidated document opens every customer’s receipt. */
export const givenLinkOf = ({ STATUS, CONSOLIDATED_INTO, AUTHORITY }: RecordDetail['record']): string | null =>
  STATUS === 'Valid' && CONSOLIDATED_INTO === null ? (AUTHORITY?.VALIDATION_URL ?? null) : null

/** As WhatsApp wants a number. One that begins with 0 is Malaysian. */
const internationalDigits = (phone: string): string => phone.replaceAll(/\D/g, '').replace(/^0/, '60')

/** Brings a valid e-invoice to its buyer by e-mail, or as a link in WhatsApp, and says what became of the e-mails. */
export function SendToBuyer({ shown: { record, sale } }: { readonly shown: RecordDetail }) {
  const say = useWords(mailWords)
  const { SALE_GUID: guid } = record
  const { data: mails } = useQuery({
    queryKey: ['mails', guid],
    queryFn: () => operator('mailsOfRecord', { params: { guid } }),
    refetchInterval: refetchEvery((answer) => isUnderWay(answer) && lookMs),
  })
  const [to, setTo] = useState<string | null>(null)
  const body = { address: to?.trim() ?? '' }
  const close = () => setTo(null)
  const send = useAct(['mails'], () => operator('sendMail', { params: { guid }, body }), close)
  const maySend = useMay('submit')
  const link = givenLinkOf(record)
  if (link === null || !maySend) return null
  const text = `${say('whatsapp_text', { number: record.DOCUMENT_NUMBER, shop: record.OUTLET_NAME })} ${link}`
  return (
    <div>
      <Group gap="sm" grow>
        {mails?.is_set_up && (
          <Secondary icon={IconMail} onClick={() => setTo(sale?.BUYER?.EMAIL ?? '')}>
            {say('send')}
          </Secondary>
        )}
        <Button
          component="a"
          variant="default"
          href={`https://wa.me/${internationalDigits(sale?.BUYER?.PHONE ?? '')}?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
        >
          {say('whatsapp')}
        </Button>
      </Group>
      {mails?.items.map(({ address, state, at, reason }, place) => (
        <div key={place}>
          <bdi>{address}</bdi> · {say(`state_${state}`)} <Time instant={at} withDay />
          {reason !== null && <div className="quiet">{reason}</div>}
        </div>
      ))}
      {to !== null && (
        <Confirm
          title={say('send')}
          act={say('send')}
          canAct={body.address !== ''}
          doing={send}
          onAct={send.mutate}
          onClose={close}
        >
          <TextInput
            data-autofocus
            label={say('to')}
            inputMode="email"
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </Confirm>
      )}
    </div>
  )
}
