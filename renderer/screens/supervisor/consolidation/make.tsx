import { Button, Checkbox, Text } from '@mantine/core'
import { IconEye, IconStack3 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAct } from '../../../gateway/act.ts'
import { operator } from '../../../gateway/api.ts'
import type { ConsolidationState, Preview } from '../../../gateway/consolidation.ts'
import { formatCurrencySums } from '../../../parts/amounts.ts'
import { DayField } from '../../../parts/day.tsx'
import { Confirm } from '../../../parts/dialog.tsx'
import { withPreventDefault } from '../../../parts/forms.ts'
import { Section } from '../../../parts/section.tsx'
import { Notice, Refused, useFieldError } from '../../../parts/states.tsx'
import { consolidationWords } from '../../../words/consolidation.ts'
import { useWords } from '../../../words/language.ts'
import style from './consolidation.module.css'
import { PreviewTable } from './preview.tsx'

interface MakeProps {
  readonly company: string
  readonly state: ConsolidationState
}

interface SeenPreview {
  readonly preview: Preview
  /** The number of waiting receipts at the time of the preview. If it differs now, the preview is stale. */
  readonly waiting: number
}

/** A preview first, then the run: a person sees what will be sent. */
export function StartConsolidation({ company, state }: MakeProps) {
  const say = useWords(consolidationWords)
  const go = useNavigate()
  const faultOf = useFieldError()
  const [to, setTo] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [isDisclosed, setDisclosed] = useState(false)
  const look = useMutation({
    mutationFn: async (): Promise<SeenPreview> => ({
      waiting: state.unconsolidated,
      preview: await operator('previewConsolidation', { body: { company, ...(to !== '' && { to }) } }),
    }),
  })
  // Then the screen of the run opens.
  const run = useAct(
    ['consolidation'],
    (upTo: string) => operator('runConsolidation', { body: { company, to: upTo, disclose: isDisclosed } }),
    ({ id }) => go({ to: '/consolidation/$run', params: { run: id } }),
  )
  const seen = look.data
  const count = seen?.preview.documents.length ?? 0
  return (
    <Section className={style['part']} title={say('make')}>
      <form className={style['row']} onSubmit={withPreventDefault(() => look.mutate())}>
        <DayField
          label={say('up_to')}
          description={say('up_to_hint')}
          todayLabel={say('up_to_today')}
          value={to}
          onPick={(day) => {
            setTo(day)
            look.reset()
          }}
          error={faultOf(look.error, '/to')}
        />
        <div className={style['buttons']}>
          <Button
            type="submit"
            variant={count === 0 ? 'filled' : 'default'}
            leftSection={<IconEye size={20} aria-hidden />}
            loading={look.isPending}
          >
            {say('look')}
          </Button>
          {count > 0 && (
            <Button leftSection={<IconStack3 size={20} aria-hidden />} onClick={() => setAsking(true)}>
              {say('make_these', { count })}
            </Button>
          )}
        </div>
      </form>
      <Refused error={look.error} />
      {seen && seen.waiting !== state.unconsolidated && <Notice tone="hint">{say('changed_since')}</Notice>}
      {seen && <PreviewTable preview={seen.preview} />}
      {seen && isAsking && (
        <Confirm
          title={say('make_title', { count })}
          act={say('make_these', { count })}
          doing={run}
          onAct={() => run.mutate(seen.preview.to)}
          onClose={() => setAsking(false)}
        >
          <Text>
            {say('make_text', { receipts: seen.preview.receipts, sum: formatCurrencySums(seen.preview.documents) })}
          </Text>
          {state.standing === 'overdue' && (
            <Checkbox
              checked={isDisclosed}
              label={say('disclose')}
              description={say('disclose_text')}
              onChange={(event) => setDisclosed(event.currentTarget.checked)}
            />
          )}
        </Confirm>
      )}
    </Section>
  )
}
