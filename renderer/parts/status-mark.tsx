import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconCircleOff,
  IconClockHour4,
  IconHelpHexagon,
  IconHourglassHigh,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import type { WireRecord } from '../../shared/catalogue/shapes/record.ts'
import { useWords } from '../words/language.ts'
import { statusWords } from '../words/status.ts'
import style from './status-mark.module.css'

type Shown = Pick<WireRecord, 'STATUS' | 'IN_DOUBT' | 'CANCELLATION'>
type StatusLook = WireRecord['STATUS'] | 'in_doubt' | 'cancelling'

/** Status as a word, a shape and a colour: any one of them is enough. */
const looks = {
  Pending: { Icon: IconClockHour4, tone: 'pending' },
  InProgress: { Icon: IconHourglassHigh, tone: 'moving' },
  in_doubt: { Icon: IconHelpHexagon, tone: 'doubt' },
  Valid: { Icon: IconCircleCheck, tone: 'good' },
  cancelling: { Icon: IconRefresh, tone: 'moving' },
  Invalid: { Icon: IconX, tone: 'bad' },
  Cancelled: { Icon: IconBan, tone: 'ended' },
  Voided: { Icon: IconCircleOff, tone: 'ended' },
} as const satisfies Record<StatusLook, { readonly Icon: typeof IconX; readonly tone: string }>

/** In doubt and being cancelled are shown, because what a person can do differs. */
function lookOf({ STATUS, IN_DOUBT, CANCELLATION }: Shown): StatusLook {
  if (IN_DOUBT) return 'in_doubt'
  const isCancelling = CANCELLATION?.STATE === 'Requested' || CANCELLATION?.STATE === 'Unknown'
  return STATUS === 'Valid' && isCancelling ? 'cancelling' : STATUS
}

export function StatusMark({ record }: { readonly record: Shown }) {
  const say = useWords(statusWords)
  const look = lookOf(record)
  const { Icon, tone } = looks[look]
  return (
    <span className={style['mark']} data-tone={tone} data-look={look}>
      <Icon size={20} stroke={2.25} aria-hidden />
      {say(look)}
    </span>
  )
}

export function AttentionMark() {
  const say = useWords(statusWords)
  return (
    <span className={style['mark']} data-tone="doubt">
      <IconAlertTriangle size={20} stroke={2.25} aria-hidden />
      {say('attention')}
    </span>
  )
}
