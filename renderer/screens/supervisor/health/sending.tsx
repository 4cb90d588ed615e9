import { Group, Select, Text } from '@mantine/core'
import { type Icon, IconCloudOff, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { CommandButton } from '../../../commands/command-button.tsx'
import type { Command } from '../../../commands/commands.ts'
import { useAct } from '../../../gateway/act.ts'
import { operator } from '../../../gateway/api.ts'
import { type Sending as SendingState, useSending } from '../../../gateway/health.ts'
import { useMayForAll } from '../../../gateway/session.ts'
import { Dialog, isReason, ReasonField } from '../../../parts/dialog.tsx'
import { useClockText } from '../../../parts/moments.ts'
import { Section } from '../../../parts/section.tsx'
import { Refused } from '../../../parts/states.tsx'
import { healthWords } from '../../../words/health.ts'
import { useWords } from '../../../words/language.ts'
import style from './health.module.css'

interface SendingProps {
  readonly companies: readonly string[]
  /** Why nothing is sent although it is not paused; null if documents are sent. */
  readonly keptBack: 'outage' | 'fault' | null
}

/** Whether documents are sent, and the buttons Pause and Resume. */
export function Sending({ companies, keptBack }: SendingProps) {
  const say = useWords(healthWords)
  const sending = useSending()
  const may = useMayForAll('void')
  const [asked, setAsked] = useState<'pause' | 'resume' | null>(null)
  const isPaused = sending.data !== undefined && (sending.data.everything !== null || sending.data.companies.length > 0)
  const isAllPaused = sending.data !== undefined && sending.data.everything !== null
  const made = (act: 'pause' | 'resume', icon: Icon): Command => {
    return { id: `${act}-sending`, label: say(act), icon, run: () => setAsked(act) }
  }
  const pause = isAllPaused ? [] : [made('pause', IconPlayerPause)]
  const commands = may ? [...pause, ...(isPaused ? [made('resume', IconPlayerPlay)] : [])] : []
  return (
    <Section className={style['part']} title={say('sending')}>
      <Refused error={sending.error} />
      {sending.data && <Pauses sending={sending.data} keptBack={keptBack} />}
      <Group gap="sm">
        {commands.map((command) => (
          <CommandButton key={command.id} command={command} />
        ))}
      </Group>
      {asked !== null && sending.data && (
        <PauseDialog act={asked} companies={companies} sending={sending.data} onClose={() => setAsked(null)} />
      )}
    </Section>
  )
}

interface PausesProps extends Pick<SendingProps, 'keptBack'> {
  readonly sending: SendingState
}

function Pauses({ sending: { everything, companies }, keptBack }: PausesProps) {
  const say = useWords(healthWords)
  const clock = useClockText()
  const pauses = [
    ...(everything ? [{ ...everything, text: say('paused_all') }] : []),
    ...companies.map((pause) => ({ ...pause, text: say('paused_company', { company: pause.company }) })),
  ]
  if (pauses.length === 0) {
    const word = { none: 'sends', outage: 'sends_later', fault: 'sends_once_right' } as const
    const Icon = keptBack === null ? IconPlayerPlay : IconCloudOff
    return (
      <p className={style['state']} data-tone={keptBack === null ? 'good' : 'warning'}>
        <Icon size={22} aria-hidden /> {say(word[keptBack ?? 'none'])}
      </p>
    )
  }
  return (
    <>
      {pauses.map(({ text, since, by, reason }) => (
        <p key={text} className={style['state']} data-tone="warning">
          <IconPlayerPause size={22} aria-hidden />
          <span>
            <strong>{text}</strong>{' '}
            <span>
              {say('paused_by', { name: by.replace(/^(person|token):/, '') })},{' '}
              {say('since', { time: clock(Date.parse(since)) })}
              {reason !== null && (
                <>
                  {': '}
                  <bdi>{reason}</bdi>
                </>
              )}
            </span>
          </span>
        </p>
      ))}
    </>
  )
}

interface PauseDialogProps {
  readonly act: 'pause' | 'resume'
  readonly companies: readonly string[]
  readonly sending: SendingState
  onClose(): void
}

/** Stands for all companies: no COMPANY_CODE has a line break. */
const all = '\n'

/** Pauses or resumes the sending, of one company or of all. */
function PauseDialog({ act, companies, sending, onClose }: PauseDialogProps) {
  const say = useWords(healthWords)
  const paused = sending.companies.map(({ company }) => company)
  // A pause of all and pauses of single companies must be ended one by one.
  const choices =
    act === 'pause'
      ? [all, ...companies.filter((company) => !paused.includes(company))]
      : [...(sending.everything ? [all] : []), ...paused]
  const [company, setCompany] = useState(choices[0] ?? all)
  const [reason, setReason] = useState('')
  const which = company === all ? {} : { company }
  const ask = () =>
    act === 'pause'
      ? operator('pauseSending', { body: { ...which, reason } })
      : operator('resumeSending', { body: which })
  const acting = useAct(['queue', 'health', 'records'], ask, onClose)
  return (
    <Dialog
      title={say(act === 'pause' ? 'pause_title' : 'resume_title')}
      isDestructive={act === 'pause'}
      act={say(act)}
      canAct={act === 'resume' || isReason(reason)}
      doing={acting}
      onAct={acting.mutate}
      onClose={onClose}
    >
      <Text>{say(act === 'pause' ? 'pause_text' : 'resume_text')}</Text>
      {choices.length > 1 && (
        <Select
          label={say('which')}
          allowDeselect={false}
          data={choices.map((choice) => ({ value: choice, label: choice === all ? say('all_companies') : choice }))}
          value={company}
          onChange={(chosen) => setCompany(chosen ?? company)}
        />
      )}
      {act === 'pause' && <ReasonField label={say('pause_reason')} reason={reason} onChange={setReason} />}
    </Dialog>
  )
}
