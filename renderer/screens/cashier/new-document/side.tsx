import { Alert, Checkbox, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCloudUp } from '@tabler/icons-react'
import { useState } from 'react'
import { Money } from '../../../parts/figures.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import type { CheckedDraft } from './check.ts'
import type { DraftKeeping } from './drafts.ts'
import { focusAt } from './faults.tsx'
import style from './new-document.module.css'

/** The totals, while a person types. */
export function Totals({ checked, currency }: { readonly checked: CheckedDraft; readonly currency: string }) {
  const say = useWords(newDocumentWords)
  const { totals } = checked
  if (totals === null) return <Text className="quiet">{say('no_totals')}</Text>
  const { excludingTax, tax, rounding, payable } = totals
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
          <span>{say(name)}</span>
          <Money amount={amount} currency={currency} />
        </p>
      ))}
    </div>
  )
}

interface KeptLineProps {
  readonly keeping: DraftKeeping
  takeOther(): Promise<void>
}

/** Whether the draft is saved. If another tab changed it, the person chooses which one to keep. */
export function SavedState({ keeping: { state, keepMine }, takeOther }: KeptLineProps) {
  const say = useWords(newDocumentWords)
  switch (state) {
    case 'untouched':
      return (
        <Text size="sm" className="quiet">
          {say('kept')}
        </Text>
      )
    case 'saved':
      return (
        <Text component="output" size="sm" className={style['kept'] ?? ''} data-kept="saved">
          <IconCircleCheck size={18} aria-hidden /> {say('saved')}
        </Text>
      )
    case 'unsaved':
      return (
        <Text component="output" size="sm" className={style['kept'] ?? ''} data-kept="unsaved">
          <IconCloudUp size={18} aria-hidden /> {say('not_saved')}
        </Text>
      )
    case 'changed':
      return (
        <Alert color="orange" variant="light" role="alert" title={say('changed_elsewhere')}>
          <Group gap="xs">
            <Secondary onClick={() => void takeOther()}>{say('take_other')}</Secondary>
            <Secondary onClick={keepMine}>{say('keep_mine')}</Secondary>
          </Group>
        </Alert>
      )
  }
}

/** Something that may be wrong, or may be meant. @returns a question, and whether the person has confirmed it */
export function useDoubt(doubt: 'too_much' | 'tin_mismatch' | null) {
  const say = useWords(newDocumentWords)
  const [meant, setMeant] = useState<typeof doubt>(null)
  const goes = doubt === null || doubt === meant
  const question = doubt && (
    <Alert color="orange" variant="light" role="alert" title={say(doubt)}>
      <Checkbox
        data-at="doubt"
        label={say(`${doubt}_meant`)}
        checked={goes}
        onChange={(event) => setMeant(event.currentTarget.checked ? doubt : null)}
      />
    </Alert>
  )
  return { goes, question, ask: () => focusAt('doubt') }
}
