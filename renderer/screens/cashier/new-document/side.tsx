import { Checkbox, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCloudUp } from '@tabler/icons-react'
import { useState } from 'react'
import { hundredthsOf } from '../../../../shared/domain/shift-money.ts'
import { givesBack } from '../../../../shared/domain/status.ts'
import { useAct } from '../../../gateway/act.ts'
import { useMay } from '../../../gateway/session.ts'
import { type ThisTill, useThisTill } from '../../../gateway/this-till.ts'
import { ConfirmButton } from '../../../parts/dialog.tsx'
import { Money } from '../../../parts/figures.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { Notice, Refused } from '../../../parts/states.tsx'
import { actWords } from '../../../words/acts.ts'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import type { DraftKeeping } from './drafts.ts'
import { focusAt } from './faults.tsx'
import keptStyle from './kept-line.module.css'
import style from './new-document.module.css'
import { keysAt } from './starting-draft.ts'
import type { useTinDoubt } from './tin-check.tsx'
import type { DocumentTotals } from './totals.ts'
import { type DocumentForm, type Draft, isNoteOfOurs } from './values.ts'

interface TotalsProps {
  readonly totals: DocumentTotals
  readonly currency: string
  readonly of: Pick<Draft, 'kind' | 'family'>
  /** Of a cashier's refund. */
  readonly limit: string | undefined
  /** Whether the total is rounded for cash; null if there is nothing to choose. */
  readonly isRounded: boolean | null
  onRound(isRounded: boolean): void
}

/** The totals, while a person types. */
export function Totals({ totals, currency, of, limit, isRounded, onRound }: TotalsProps) {
  const say = useWords(newDocumentWords)
  const sayAct = useWords(actWords)
  const isFree = useMay('cancel') || of.kind !== 'refund_note' || of.family !== 'sale'
  if (totals === null) return <Text className="quiet">{say('no_totals')}</Text>
  const { excludingTax, tax, rounding, payable } = totals
  const isBack = givesBack(of)
  const sums = [
    ['excluding_tax', excludingTax],
    ['tax', tax],
    ...(rounding === null ? [] : [['rounding', rounding] as const]),
    ['payable', payable],
  ] as const
  return (
    <div aria-live="polite">
      {sums.map(([name, amount]) => (
        <p key={name} className={`${style['sum'] ?? ''} ${style[name] ?? ''}`}>
          <span>{say(name === 'payable' && isBack ? 'to_refund' : name)}</span>
          <Money amount={amount} currency={currency} />
        </p>
      ))}
      {isRounded !== null && (
        <Checkbox
          label={say(isBack ? 'round_cash_back' : 'round_cash')}
          checked={isRounded}
          onChange={(event) => onRound(event.currentTarget.checked)}
        />
      )}
      {!isFree && hundredthsOf(payable) > hundredthsOf(limit ?? payable) && (
        <Notice tone="hint">{sayAct('refund_title')}</Notice>
      )}
    </div>
  )
}

const nameOf = (till: ThisTill) => `${till.COMPANY_CODE} · ${till.OUTLET_NAME} · ${till.TERMINAL_NAME}`

/** Says so if the document is of another till than this computer's, which may have been changed meanwhile. */
export function OtherTill({ form, draft }: { readonly form: DocumentForm; readonly draft: Draft }) {
  const say = useWords(newDocumentWords)
  const till = useThisTill()
  const take = useAct([], keysAt, (keys) => form.setValues(keys))
  const name = nameOf(draft.fields)
  if (till === null || name === nameOf(till) || draft.corrects !== null || isNoteOfOurs(draft)) return null
  return (
    <Notice tone="warning">
      <p>{say('of_other_till', { till: name })}</p>
      <Secondary loading={take.isPending} onClick={() => take.mutate(till)}>
        {say('use_this_till')}
      </Secondary>
      <Refused error={take.error} />
    </Notice>
  )
}

interface KeptLineProps {
  readonly keeping: DraftKeeping
  takeOther(): Promise<void>
  leave(): Promise<void>
}

/** Whether the draft is saved. If another tab changed it, the person chooses which one to keep. */
export function SavedState({ keeping: { state, keepMine, finish }, takeOther, leave }: KeptLineProps) {
  const say = useWords(newDocumentWords)
  if (state === 'changed')
    return (
      <Notice tone="warning" title={say('changed_elsewhere')}>
        <Group gap="xs">
          <Secondary onClick={() => void takeOther()}>{say('take_other')}</Secondary>
          <Secondary onClick={keepMine}>{say('keep_mine')}</Secondary>
        </Group>
      </Notice>
    )
  if (state === 'untouched') return null
  const State = { saved: IconCircleCheck, unsaved: IconCloudUp }[state]
  return (
    <>
      <Text component="output" size="sm" className={`quiet ${keptStyle['kept'] ?? ''}`} data-kept={state}>
        <State size={18} aria-hidden /> {say(state)}
      </Text>
      <DiscardButton discard={() => finish().then(leave)} />
    </>
  )
}

export function DiscardButton({ discard }: { discard(): Promise<unknown> }) {
  const say = useWords(newDocumentWords)
  const words = { label: say('discard'), title: say('discard_sure'), text: say('discard_text') }
  return <ConfirmButton {...words} isDestructive stale={['drafts']} act={discard} />
}

/** MyInvois may refuse the document. @returns a question, and whether the document goes without an answer to it */
export function useConfirmDoubt({ isMismatch, isDoubted }: ReturnType<typeof useTinDoubt>) {
  const say = useWords(newDocumentWords)
  const [isMeant, setIsMeant] = useState(false)
  const question = isMismatch && (
    <Notice tone="warning" title={say('tin_mismatch')}>
      <Checkbox
        data-at="doubt"
        label={say('tin_mismatch_meant')}
        checked={isMeant}
        onChange={(event) => setIsMeant(event.currentTarget.checked)}
      />
    </Notice>
  )
  return { goes: async () => isMeant || !(await isDoubted()), question, ask: () => focusAt('doubt') }
}
