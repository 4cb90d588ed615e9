import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAct } from '../../../gateway/act.ts'
import { operator } from '../../../gateway/api.ts'
import { askedOnce } from '../../../gateway/refetch.ts'
import { type ShiftDetail, shiftsClosedToday } from '../../../gateway/shifts.ts'
import { Confirm, isReason, ReasonField } from '../../../parts/dialog.tsx'
import { ActorName, Time } from '../../../parts/figures.tsx'
import { PaperHead, printElement } from '../../../parts/print-page.tsx'
import { QueryState } from '../../../parts/states.tsx'
import { useLanguage, useWords } from '../../../words/language.ts'
import { shiftWords } from '../../../words/shift.ts'
import { closedWordOf, PartSums, Remainders, SumsTable, Withdrawn } from './report-figures.tsx'
import { added } from './report-sums.ts'
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
  onClosed(): void
}

const isClean = ({ can_close }: ShiftDetail): boolean => can_close === 'clean'
const wantsReason = (shown: ShiftDetail): boolean => !isClean(shown) || shown.till.some(isDifferent)
const isTold = ({ shift, report }: ShiftDetail) => report.remainders.length > 0 || shift.closed !== null

/**
 * The question before shifts are closed: their takings, and one reason for all documents that are left open and all
 * differences from the tills.
 */
export function CloseShifts({ title, act, open, onClose, onClosed }: CloseShiftsProps) {
  const say = useWords(shiftWords)
  const [reason, setReason] = useState('')
  const asked = useQuery({ queryKey: ['closing'], queryFn: open, ...askedOnce })
  const left = asked.data ?? []
  const close = async () => {
    for (const shown of left) {
      const body = wantsReason(shown) ? { reason, remainders: shown.report.remainders.length } : {}
      await operator('closeShift', { params: { id: shown.shift.id }, body })
    }
  }
  const closing = useAct(['records', 'closing'], close, onClosed)
  const isNeeding = !left.every(isClean)
  const count = left.flatMap(({ report }) => report.remainders).length
  // With the shifts comes the field that has the focus.
  if (asked.isPending) return null
  return (
    <Confirm
      title={title}
      isDestructive={isNeeding}
      act={isNeeding ? say('close_with') : act}
      canAct={left.length > 0 && (!left.some(wantsReason) || isReason(reason))}
      doing={closing}
      onAct={closing.mutate}
      onClose={onClose}
    >
      <Text>
        {say('close_text')} {count > 0 && say('close_with_text', { count })}
      </Text>
      {!asked.data && <QueryState query={asked} />}
      {left.some(wantsReason) && (
        <ReasonField
          label={say('close_reason')}
          usual={usualReasons.map((each) => say(each))}
          reason={reason}
          onChange={setReason}
        />
      )}
      <Takings shifts={left} />
    </Confirm>
  )
}

/** One report of all shifts that were closed today. */
export function ClosedToday({ onClose }: { onClose(): void }) {
  const say = useWords(shiftWords)
  const language = useLanguage()
  const drawn = useRef<HTMLDivElement>(null)
  const asked = useQuery({ queryKey: ['records', 'closed today'], queryFn: shiftsClosedToday, ...askedOnce })
  const shifts = asked.data ?? []
  return (
    <Confirm
      title={say('closed_today')}
      isDone
      act={say('print')}
      onAct={() => printElement(drawn.current, { title: say('shift_report'), language })}
      onClose={onClose}
    >
      {asked.data ? shifts.length === 0 && <Text>{say('no_earlier')}</Text> : <QueryState query={asked} />}
      <div ref={drawn}>
        <PaperHead
          title={say('shift_report')}
          of={[...new Set(shifts.map(({ shift }) => shift.company))]}
          madeAt={new Date(asked.dataUpdatedAt).toISOString()}
        />
        <Takings shifts={shifts} />
        <p hidden>{say('signature')} ______________________</p>
      </div>
    </Confirm>
  )
}

/** The takings of each shift, and of all together by means of payment, document, tax and status. */
function Takings({ shifts }: { readonly shifts: readonly ShiftDetail[] }) {
  const say = useWords(shiftWords)
  if (shifts.length === 0) return null
  const tillOf = ({ shift: { outlet, terminal, shift: code, number } }: Pick<ShiftDetail, 'shift'>) =>
    `${outlet} · ${terminal} · ${say('named', { code, number })}`
  const totals = shifts.flatMap((shown) => shown.report.totals.map((sum) => [tillOf(shown), sum] as const))
  const all = shifts.length === 1 ? [] : added(totals.map(([, sum]) => sum))
  return (
    <div className={style['takings']}>
      <SumsTable title={say('total')} rows={[...totals, ...all.map((sum) => [say('all_tills'), sum] as const)]} />
      <PartSums reports={shifts.map(({ report }) => report)} />
      {shifts.flatMap((shown) =>
        shown.till.filter(isDifferent).map((each) => (
          <div key={`${shown.shift.id} ${each.at}`}>
            <Compared of={tillOf(shown)} {...each} />
          </div>
        )),
      )}
      {shifts.map((shown) => (
        <div key={shown.shift.id}>
          <Withdrawn withdrawn={shown.report.withdrawn} till={tillOf(shown)} />
          {shown.now && <Withdrawn withdrawn={shown.now.withdrawn} till={tillOf(shown)} isLater />}
        </div>
      ))}
      {shifts.filter(isTold).map(({ shift, report, now, till }) => (
        <div key={shift.id} className={style['left']}>
          <b>{tillOf({ shift })}</b>
          {shift.closed && (
            <>
              {` · ${say(closedWordOf(shift, till.some(isDifferent)) ?? 'so_far')} · ${say('as_at_closing')} `}
              <Time instant={shift.closed.at} withDay withSeconds={false} /> · <ActorName by={shift.closed.by} />
              {shift.closed.reason !== null && ' · '}
              <bdi>{shift.closed.reason}</bdi>
            </>
          )}
          <Remainders remainders={now?.remainders ?? report.remainders} />
        </div>
      ))}
    </div>
  )
}
