import { Button, Group, Loader, Title } from '@mantine/core'
import { IconCircleCheck, IconClockHour4, IconFilePlus, IconFiles, IconListCheck, IconX } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import { givesBack, waitingAttentions } from '../../../../shared/domain/status.ts'
import { useRecord } from '../../../gateway/records.ts'
import { useMay } from '../../../gateway/session.ts'
import { BackButton } from '../../../parts/back-button.tsx'
import { Money } from '../../../parts/figures.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { QueryState } from '../../../parts/states.tsx'
import { statusLookOf } from '../../../parts/status-mark.tsx'
import { saleSentWords } from '../../../words/done.ts'
import { useWords } from '../../../words/language.ts'
import { recordWords } from '../../../words/record.ts'
import { statusWords } from '../../../words/status.ts'
import { PrintActs, QrCode } from './at-authority.tsx'
import style from './done.module.css'
import { InDoubtTimes } from './in-doubt.tsx'
import { givenLinkOf, SendToBuyer } from './send.tsx'

/** The result of a sale for the person at the till: one thing to see, one thing to do next. */
export function DoneScreen() {
  const say = useWords(recordWords)
  const sayStatus = useWords(statusWords)
  const { guid } = useParams({ from: '/sales/$guid/done' })
  const shown = useRecord(guid)
  if (!shown.data) return <QueryState query={shown} />
  const { record } = shown.data
  const link = givenLinkOf(record)
  return (
    <div className={style['screen']}>
      <Outcome record={record} />
      {record.IN_DOUBT && (
        <div className={style['doubt']}>
          <p>{say('tell_buyer')}</p>
          <dl>
            <InDoubtTimes shown={shown.data} />
          </dl>
        </div>
      )}
      <Title order={1} size="h3">
        {sayStatus(record.KIND)} <bdi>{record.SALE_CODE}</bdi>
      </Title>
      <p className={style['total']}>
        {givesBack({ kind: record.KIND }) && <small>{say('to_refund')}</small>}{' '}
        <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
      </p>
      {link !== null && <QrCode guid={guid} />}
      <Next record={record} hasLink={link !== null} />
      <SendToBuyer shown={shown.data} />
    </div>
  )
}

const isRefused = ({ STATUS }: WireRecord) => STATUS === 'Invalid'

/** @returns the tone, the picture and the sentence of the result so far; no picture if more is to come */
function useResult(record: WireRecord) {
  const say = useWords(saleSentWords)
  const sayStatus = useWords(statusWords)
  const { STATUS, CONSOLIDATED, IN_DOUBT, ATTENTION, NEXT_ACTION } = record
  if (STATUS === 'Valid') return ['good', IconCircleCheck, sayStatus('Valid')] as const
  if (waitingAttentions.includes(ATTENTION?.CODE ?? null)) return ['good', IconCircleCheck, say('note')] as const
  if (STATUS === 'Pending' && CONSOLIDATED) return ['good', IconFiles, say('receipt')] as const
  if (isRefused(record)) return ['bad', IconX, NEXT_ACTION.REASON] as const
  if (IN_DOUBT || ATTENTION) return ['calm', null, ATTENTION?.MESSAGE ?? NEXT_ACTION.REASON] as const
  if (statusLookOf(record) === 'InProgress') return ['calm', null, say('being_checked')] as const
  return ['calm', IconClockHour4, say('kept')] as const
}

/** The result so far. The screen does not wait for more. */
function Outcome({ record }: { readonly record: WireRecord }) {
  const [tone, Shown, text] = useResult(record)
  return (
    <output className={style['sign']} data-tone={tone}>
      {Shown ? <Shown size={88} stroke={1.5} aria-hidden /> : <Loader size={64} aria-hidden />}
      <span>{text}</span>
    </output>
  )
}

function Next({ record, hasLink }: { readonly record: WireRecord; readonly hasLink: boolean }) {
  const say = useWords(saleSentWords)
  const go = useNavigate()
  const { SALE_GUID: guid } = record
  const refused = isRefused(record)
  // A correction was opened from the list To do.
  const isFromToDo = useMay('void') && record.REVISION > 1
  return (
    <Group gap="sm" justify="center">
      {/* The next step has the focus, for Enter or a touch. */}
      {refused ? (
        <Button autoFocus size="lg" onClick={() => void go({ to: '/new', search: { correct: guid } })}>
          {say('correct')}
        </Button>
      ) : (
        <Button
          autoFocus
          size="lg"
          leftSection={isFromToDo ? <IconListCheck size={22} aria-hidden /> : <IconFilePlus size={22} aria-hidden />}
          onClick={() => void (isFromToDo ? go({ to: '/todo', search: {} }) : go({ to: '/new', search: {} }))}
        >
          {say(isFromToDo ? 'back_to_do' : 'next_sale')}
        </Button>
      )}
      {hasLink && <PrintActs guid={guid} />}
      <Secondary onClick={() => void go({ to: '/sales/$guid', params: { guid } })}>{say('open')}</Secondary>
      <BackButton />
    </Group>
  )
}
