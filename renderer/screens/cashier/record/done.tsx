import { Button, Group, Loader, Title } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import {
  IconCircleCheck,
  IconClockHour4,
  IconFilePlus,
  IconFiles,
  IconListCheck,
  IconPencil,
  IconPlayerPause,
  IconPrinter,
  IconX,
} from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef } from 'react'
import type { WireRecord } from '../../../../shared/api/shapes/record.ts'
import { givesBack, waitingAttentions } from '../../../../shared/domain/status.ts'
import { keepTyping } from '../../../commands/scanner.ts'
import { useSending } from '../../../gateway/health.ts'
import { type RecordDetail, useRecord } from '../../../gateway/records.ts'
import { useMay } from '../../../gateway/session.ts'
import { AuthorityFaults } from '../../../parts/authority-faults.tsx'
import { BackButton } from '../../../parts/back-button.tsx'
import { chime } from '../../../parts/chime.ts'
import { Money, useActorName } from '../../../parts/figures.tsx'
import { PaperHead, printElement, rollStyle } from '../../../parts/print-page.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { QueryState } from '../../../parts/states.tsx'
import { statusLookOf } from '../../../parts/status-mark.tsx'
import { saleSentWords } from '../../../words/done.ts'
import { useLanguage, useWords } from '../../../words/language.ts'
import { printWords } from '../../../words/print.ts'
import { recordWords } from '../../../words/record.ts'
import { statusWords } from '../../../words/status.ts'
import { faultsAtFields } from '../new-document/fault-fields.ts'
import { PrintActs, QrCode } from './at-authority.tsx'
import style from './done.module.css'
import { InDoubtTimes } from './in-doubt.tsx'
import { givenLinkOf, SendToBuyer } from './send.tsx'
import { SaleContent } from './sold.tsx'

/** The result of a sale for the person at the till: one thing to see, one thing to do next. */
export function DoneScreen() {
  const say = useWords(recordWords)
  const sayStatus = useWords(statusWords)
  const { guid } = useParams({ from: '/sales/$guid/done' })
  const language = useLanguage()
  const drawn = useRef<HTMLDivElement>(null)
  const shown = useRecord(guid)
  if (!shown.data) return <QueryState query={shown} />
  const { record, sale } = shown.data
  const link = givenLinkOf(record)
  const party = sale?.BUYER ?? sale?.SUPPLIER
  const title = `${sayStatus(record.KIND)} ${record.SALE_CODE}`
  // While MyInvois has not confirmed it, the gateway has no paper: this one says so.
  const print = () => printElement(drawn.current, { title, language, style: rollStyle })
  return (
    <div className={style['screen']} ref={drawn}>
      <PaperHead title={title} of={[record.OUTLET_NAME, record.TERMINAL_NAME]} madeAt={record.ISSUED_AT} />
      <Outcome record={record} />
      {record.IN_DOUBT && (
        <div className={style['doubt']}>
          <p>{say('tell_buyer')}</p>
          <dl>
            <InDoubtTimes shown={shown.data} />
          </dl>
        </div>
      )}
      {link === null && (
        <div hidden>
          <SaleContent shown={shown.data} />
        </div>
      )}
      <div className={style['acts']} data-screen-only>
        <Title order={1} size="h3">
          <bdi>{title}</bdi>
        </Title>
        <p className={style['total']}>
          {givesBack({ kind: record.KIND }) && <small>{say('to_refund')}</small>}{' '}
          <Money amount={record.TOTAL_PAYABLE} currency={record.CURRENCY_CODE} />
        </p>
        {party && <bdi>{party.NAME}</bdi>}
        <AuthorityFaults faults={faultsAtFields(record)} />
        {link !== null && <QrCode guid={guid} />}
        <Next shown={shown.data} print={link === null ? print : null} />
      </div>
    </div>
  )
}

/** @returns the tone, the picture and the sentence of the result so far; no picture if more is to come */
function useResult(record: WireRecord) {
  const say = useWords(saleSentWords)
  const sayStatus = useWords(statusWords)
  const { STATUS, CONSOLIDATED, IN_DOUBT, ATTENTION, NEXT_ACTION, COMPANY_CODE } = record
  const { everything, companies } = useSending().data ?? {}
  const pause = everything ?? companies?.find(({ company }) => company === COMPANY_CODE)
  const nameOf = useActorName()
  const told = ATTENTION?.MESSAGE
  if (STATUS === 'Valid') return ['good', IconCircleCheck, sayStatus('Valid')] as const
  if (waitingAttentions.includes(ATTENTION?.CODE ?? null)) return ['good', IconCircleCheck, say('note')] as const
  if (STATUS === 'Pending' && CONSOLIDATED) return ['good', IconFiles, say('receipt')] as const
  if (STATUS === 'Invalid') return ['bad', IconX, NEXT_ACTION.REASON] as const
  if (IN_DOUBT) return ['calm', null, told ?? NEXT_ACTION.REASON] as const
  if (told && pause) return ['calm', IconPlayerPause, say('paused', { by: nameOf(pause.by) })] as const
  const isChecked = statusLookOf(record) === 'InProgress'
  if (STATUS === 'InProgress' && !told) return ['calm', null, say(isChecked ? 'being_checked' : 'being_sent')] as const
  return ['calm', IconClockHour4, told ?? say('kept')] as const
}

/** The result so far. The screen does not wait for more. */
function Outcome({ record }: { readonly record: WireRecord }) {
  const [tone, Shown, text] = useResult(record)
  useDidUpdate(() => {
    if (tone !== 'calm') chime(tone)
  }, [tone])
  return (
    <output className={style['sign']} data-tone={tone}>
      {Shown ? <Shown size={88} stroke={1.5} aria-hidden data-screen-only /> : <Loader size={64} aria-hidden />}
      <span>{text}</span>
    </output>
  )
}

/** @param print null if the gateway has the paper */
function Next({ shown, print }: { readonly shown: RecordDetail; readonly print: (() => void) | null }) {
  const say = useWords(saleSentWords)
  const sayPrint = useWords(printWords)
  const go = useNavigate()
  const { SALE_GUID: guid, STATUS, KIND, REVISION, ISSUED_AT } = shown.record
  // A correction was opened from the list To do.
  const isFromToDo = useMay('void') && REVISION > 1
  const next = STATUS === 'Invalid' ? 'correct' : isFromToDo ? 'next_to_do' : 'next_sale'
  const Shown = { correct: IconPencil, next_to_do: IconListCheck, next_sale: IconFilePlus }[next]
  const goOn = () => {
    if (next === 'next_sale') keepTyping()
    return next === 'next_to_do'
      ? go({ to: '/todo', search: { after: ISSUED_AT } })
      : go({ to: '/new', search: next === 'correct' ? { correct: guid } : {} })
  }
  return (
    <Group gap="sm" justify="center" className={style['choices'] ?? ''}>
      {/* The next step has the focus, for Enter or a touch. */}
      <Button autoFocus size="lg" leftSection={<Shown size={22} aria-hidden />} onClick={() => void goOn()}>
        {say(next)}
      </Button>
      {print === null && <PrintActs guid={guid} />}
      {print !== null && STATUS !== 'Invalid' && (
        <Secondary icon={IconPrinter} onClick={print}>
          {sayPrint('slip')}
        </Secondary>
      )}
      <SendToBuyer shown={shown} />
      <Secondary onClick={() => void go({ to: '/sales/$guid', params: { guid } })}>{say('open')}</Secondary>
      {/* Not to a search from before the sale. */}
      <BackButton {...(REVISION === 1 && KIND === 'invoice' && { onBack: () => void go({ to: '/sales' }) })} />
    </Group>
  )
}
