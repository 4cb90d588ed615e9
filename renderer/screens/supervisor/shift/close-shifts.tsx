import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { amountText } from '../../../../shared/domain/shift-money.ts'
import { useAct } from '../../../gateway/act.ts'
import { operator } from '../../../gateway/api.ts'
import { askedOnce } from '../../../gateway/refetch.ts'
import type { ShiftDetail } from '../../../gateway/shifts.ts'
import { Confirm, isReason, ReasonField } from '../../../parts/dialog.tsx'
import { ActorName, Time } from '../../../parts/figures.tsx'
import { PaperHead, printElement } from '../../../parts/print-page.tsx'
import { QueryState } from '../../../parts/states.tsx'
import { useLanguage, useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { statusWords } from '../../../words/status.ts'
import { type ReportTotal, SumsTable, usePaymentMethodName } from './report-figures.tsx'
import { sumAmounts } from './report-sums.ts'
import style from './shift.module.css'
import { Compared, isDifferent } from './till-report.tsx'

const usualReasons = ['left_for_tomorrow', 'left_to_buyer', 'left_to_authority', 'mistake_at_till'] as const

interface CloseShiftsProps {
  readonly title: string
  /** On the button, if nothing is left open. */
  readonly act: string
  /** @returns the open shifts. They are asked for before the question, and again if it was refused */
  open(): Promise<readonly ShiftDetail[]>
  onClose(): void
  /** Called instead of the page that says that all are closed. */
  onClosed?(): void
}

const isClean = ({ can_close }: ShiftDetail): boolean => can_close === 'clean'
const wantsReason = (shown: ShiftDetail): boolean => !isClean(shown) || shown.till.some(isDifferent)
const isLeftOpen = ({ shift, report }: ShiftDetail) => report.remainders.length > 0 || Boolean(shift.closed?.reason)
const remaindersOf = ({ report }: ShiftDetail): number => report.remainders.length

/**
 * The question before shifts are closed: their takings, and one reason for all documents that are left open and all
 * differences from the tills.
 */
export function CloseShifts({ title, act, open, onClose, onClosed }: CloseShiftsProps) {
  const say = useWords(shiftWords)
  const language = useLanguage()
  const drawn = useRef<HTMLDivElement>(null)
  const [closed, setClosed] = useState<readonly ShiftDetail[]>([])
  const [reason, setReason] = useState('')
  const asked = useQuery({ queryKey: ['closing'], queryFn: open, ...askedOnce })
  const left = asked.data ?? []
  const close = async () => {
    for (const shown of left) {
      const body = wantsReason(shown) ? { reason, remainders: remaindersOf(shown) } : {}
      const ended = await operator('closeShift', { params: { id: shown.shift.id }, body })
      setClosed((before) => [...before, ended])
    }
  }
  const closing = useAct(['records', 'closing'], close, onClosed)
  const isDone = !onClosed && closing.isSuccess
  const isNeeding = !left.every(isClean)
  const count = left.reduce((sum, shown) => sum + remaindersOf(shown), 0)
  const print = () => printElement(drawn.current, { title: say('shift_report'), language })
  // With the shifts comes the field that has the focus.
  if (asked.isPending) return null
  return (
    <Confirm
      title={isDone ? say('closed_all') : title}
      isDestructive={!isDone && isNeeding}
      isDone={isDone}
      act={isDone ? say('print') : isNeeding ? say('close_with') : act}
      canAct={isDone || (left.length > 0 && (!left.some(wantsReason) || isReason(reason)))}
      doing={closing}
      onAct={isDone ? print : closing.mutate}
      onClose={onClose}
    >
      {!isDone && (
        <Text>
          {say('close_text')} {count > 0 && say('close_with_text', { count })}
        </Text>
      )}
      {!asked.data && <QueryState query={asked} />}
      <div ref={drawn}>
        {isDone && (
          <PaperHead
            title={say('shift_report')}
            of={closed.map(tillOf)}
            madeAt={new Date(asked.dataUpdatedAt).toISOString()}
          />
        )}
        <Takings shifts={isDone ? closed : left} />
        {isDone && <p hidden>{say('signature')} ______________________</p>}
      </div>
      {!isDone && left.some(wantsReason) && (
        <ReasonField
          label={say('close_reason')}
          usual={usualReasons.map((each) => say(each))}
          reason={reason}
          onChange={setReason}
        />
      )}
    </Confirm>
  )
}

const tillOf = ({ shift: { outlet, terminal, shift } }: ShiftDetail): string => `${outlet} · ${terminal} · ${shift}`

/** The takings of each shift, of all tills together, and by means of payment. */
function Takings({ shifts }: { readonly shifts: readonly ShiftDetail[] }) {
  const say = useWords(shiftWords)
  const sayStatus = useWords(statusWords)
  const methodName = usePaymentMethodName()
  if (shifts.length === 0) return null
  const totals = shifts.flatMap((shown) => shown.report.totals.map((sum) => [tillOf(shown), sum] as const))
  const all = shifts.length === 1 ? [] : added(totals.map(([, sum]) => sum))
  const paid = added(shifts.flatMap(({ report }) => report.by_payment))
  return (
    <div className={style['takings']}>
      <SumsTable title={say('total')} rows={[...totals, ...all.map((sum) => [say('all_tills'), sum] as const)]} />
      <SumsTable title={say('by_payment')} rows={paid.map((sum) => [methodName(sum.METHOD ?? null), sum])} />
      {shifts.flatMap((shown) =>
        shown.till.filter(isDifferent).map((each) => (
          <div key={`${shown.shift.id} ${each.at}`}>
            <Compared of={tillOf(shown)} {...each} />
          </div>
        )),
      )}
      {shifts.filter(isLeftOpen).map((shown) => (
        <p key={shown.shift.id}>
          {shown.shift.closed && `${say('closed_with')} · `}
          <b>{tillOf(shown)}</b>
          {shown.report.remainders.map(
            ({ SALE_CODE, STATUS, blocker }) =>
              ` · ${SALE_CODE} ${sayStatus(blocker === 'in_doubt' ? blocker : STATUS)}`,
          )}
          {shown.shift.closed && (
            <>
              {' · '}
              <Time instant={shown.shift.closed.at} withDay /> · <ActorName by={shown.shift.closed.by} /> ·{' '}
              <bdi>{shown.shift.closed.reason}</bdi>
            </>
          )}
        </p>
      ))}
    </div>
  )
}

type Added = ReportTotal & { readonly METHOD?: string | null }

/** The sums of several shifts as one, for each family, currency and means of payment. */
const added = (sums: readonly Added[]): readonly Added[] =>
  [
    ...Map.groupBy(sums, ({ FAMILY, CURRENCY_CODE, METHOD }) => `${FAMILY} ${CURRENCY_CODE} ${METHOD}`).values(),
  ].flatMap((group) => {
    const count = group.reduce((sum, each) => sum + each.count, 0)
    return group.slice(0, 1).map((first) => ({ ...first, count, amount: amountText(sumAmounts(group)) }))
  })
