import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleOff,
  IconClockHour4,
  IconFiles,
  IconHelpHexagon,
  IconHourglassHigh,
  IconReceiptRefund,
  IconRefresh,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import type { WireRecord } from '../../shared/api/shapes/record.ts'
import { consolidationActor } from '../../shared/domain/consolidation-rules.ts'
import { needsPerson, ofManyAttentions } from '../../shared/domain/status.ts'
import type { ListedRecord } from '../gateway/records.ts'
import { useWords } from '../words/language.ts'
import { statusWords } from '../words/status.ts'
import style from './status-mark.module.css'

/** A status is shown by word, shape and colour, so that any one of them is enough. */
const looks = {
  Pending: { Icon: IconClockHour4, tone: 'pending' },
  unconsolidated: { Icon: IconFiles, tone: 'pending' },
  sending: { Icon: IconSend, tone: 'moving' },
  InProgress: { Icon: IconHourglassHigh, tone: 'moving' },
  in_doubt: { Icon: IconHelpHexagon, tone: 'doubt' },
  Valid: { Icon: IconCircleCheck, tone: 'good' },
  cancelling: { Icon: IconRefresh, tone: 'moving' },
  Invalid: { Icon: IconX, tone: 'bad' },
  closed_refused: { Icon: IconX, tone: 'ended' },
  Cancelled: { Icon: IconBan, tone: 'ended' },
  Voided: { Icon: IconCircleOff, tone: 'ended' },
  nothing_to_declare: { Icon: IconReceiptRefund, tone: 'ended' },
  needs_person: { Icon: IconAlertTriangle, tone: 'doubt' },
  refunded: { Icon: IconReceiptRefund, tone: 'ended' },
} as const

/** In doubt and being cancelled look different from their status, because a person can do other things then. */
export function statusLookOf(record: WireRecord): keyof typeof looks {
  const { STATUS, IN_DOUBT, LOCKED, CANCELLATION, CONSOLIDATED, CONSOLIDATED_INTO } = record
  // Receipts and their notes wait. Other pending documents go as soon as the internet is there.
  const isPart = record.MEMBERS === undefined && (CONSOLIDATED || CONSOLIDATED_INTO !== null)
  if (IN_DOUBT) return 'in_doubt'
  if (record.VOIDED_BY === consolidationActor) return 'nothing_to_declare'
  if (STATUS === 'Invalid' && LOCKED) return 'closed_refused'
  if (STATUS === 'Pending') return isPart || record.WAITS_FOR_CONSOLIDATION ? 'unconsolidated' : 'Pending'
  // Nothing is checked there before MyInvois has it.
  if (STATUS === 'InProgress' && record.AUTHORITY === null) return 'sending'
  const isCancelling = CANCELLATION?.STATE === 'Requested' || CANCELLATION?.STATE === 'Unknown'
  return STATUS === 'Valid' && isCancelling ? 'cancelling' : STATUS
}

/** The tone of its reason; none if all is well. */
export function reasonToneOf({ ATTENTION, IN_DOUBT, NEXT_ACTION }: WireRecord): 'bad' | 'doubt' | undefined {
  if (NEXT_ACTION.ACTION === 'correct') return 'bad'
  return IN_DOUBT || needsPerson(ATTENTION?.CODE ?? null) ? 'doubt' : undefined
}

/** Whether it is in the list To do and in the number there. */
export const isToDo = ({ ATTENTION, NEXT_ACTION }: WireRecord): boolean =>
  NEXT_ACTION.ACTION === 'correct' ||
  (needsPerson(ATTENTION?.CODE ?? null) && !ofManyAttentions.includes(ATTENTION?.CODE ?? ''))

type Marked = Pick<ListedRecord, 'record'> & Partial<ListedRecord>

export const StatusMark = ({ record, refunded = false }: Marked) => (
  <Mark look={refunded ? 'refunded' : statusLookOf(record)} />
)

/** `needs_person` and `refunded` can come with any status. @param text in place of the usual word */
export function Mark({ look, text }: { readonly look: keyof typeof looks; readonly text?: string }) {
  const say = useWords(statusWords)
  const { Icon, tone } = looks[look]
  return (
    <span className={style['mark']} data-tone={tone} data-look={look}>
      <Icon size={20} stroke={2.25} aria-hidden />
      {text ?? say(look)}
    </span>
  )
}
