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
import { useWords } from '../words/language.ts'
import { statusWords } from '../words/status.ts'
import style from './status-mark.module.css'

type StatusLook =
  | WireRecord['STATUS']
  | 'unconsolidated'
  | 'in_doubt'
  | 'cancelling'
  | 'sending'
  | 'nothing_to_declare'
  | 'closed_refused'

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
} as const satisfies Record<
  StatusLook | 'needs_person' | 'refunded',
  { readonly Icon: typeof IconX; readonly tone: string }
>

/** In doubt and being cancelled look different from their status, because a person can do other things then. */
export function statusLookOf(record: WireRecord): StatusLook {
  const { STATUS, IN_DOUBT, LOCKED, CANCELLATION } = record
  if (IN_DOUBT) return 'in_doubt'
  if (record.VOIDED_BY === consolidationActor) return 'nothing_to_declare'
  if (STATUS === 'Invalid' && LOCKED) return 'closed_refused'
  if (STATUS === 'Pending') return waitsForConsolidation(record) ? 'unconsolidated' : 'Pending'
  // Nothing is checked there before MyInvois has it.
  if (STATUS === 'InProgress' && record.AUTHORITY === null) return 'sending'
  const isCancelling = CANCELLATION?.STATE === 'Requested' || CANCELLATION?.STATE === 'Unknown'
  return STATUS === 'Valid' && isCancelling ? 'cancelling' : STATUS
}

/** Receipts and their notes wait for a consolidation. Other pending documents go as soon as the internet is there. */
const waitsForConsolidation = (record: WireRecord): boolean =>
  record.WAITS_FOR_CONSOLIDATION === true ||
  (record.MEMBERS === undefined && (record.CONSOLIDATED || record.CONSOLIDATED_INTO !== null))

export const StatusMark = ({ record }: { readonly record: WireRecord }) => <Mark look={statusLookOf(record)} />

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
