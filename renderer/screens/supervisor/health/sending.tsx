import { Select, Text } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { useState } from 'react'
import { useAct } from '../../../gateway/act.ts'
import { operator } from '../../../gateway/api.ts'
import { type Sending as SendingState, useSending } from '../../../gateway/health.ts'
import { useMayForAll, useSession } from '../../../gateway/session.ts'
import { Confirm, ConfirmButton, DialogButton, isReason, ReasonField } from '../../../parts/dialog.tsx'
import { ActorName } from '../../../parts/figures.tsx'
import { useClockText } from '../../../parts/moments.ts'
import { Section } from '../../../parts/section.tsx'
import { Refused } from '../../../parts/states.tsx'
import { healthWords } from '../../../words/health.ts'
import { useWords } from '../../../words/language.ts'
import style from './health.module.css'

const stale = ['queue', 'health', 'records']

/** What a person paused, with a button to end each pause and one to pause more. */
export function SendingControls() {
  const say = useWords(healthWords)
  const sending = useSending()
  const may = useMayForAll('void')
  const paused = sending.data?.companies.map(({ company }) => company) ?? []
  const companies = useSession().companies.map(({ code }) => code)
  return (
    <Section className={style['part']} title={say('sending')}>
      <Refused error={sending.error} />
      {sending.data && <Pauses sending={sending.data} mayResume={may} />}
      {may && sending.data?.everything === null && (
        <div>
          <DialogButton label={say('pause')}>
            {(close) => <PauseDialog companies={companies.filter((code) => !paused.includes(code))} close={close} />}
          </DialogButton>
        </div>
      )}
    </Section>
  )
}

interface PausesProps {
  readonly sending: SendingState
  readonly mayResume: boolean
}

function Pauses({ sending: { everything, companies }, mayResume }: PausesProps) {
  const say = useWords(healthWords)
  const clock = useClockText()
  const pauses = [
    ...(everything ? [{ ...everything, text: say('paused_all'), which: {} }] : []),
    ...companies.map((pause) => ({
      ...pause,
      text: say('paused_company', { company: pause.company }),
      which: { company: pause.company },
    })),
  ]
  return pauses.map(({ text, since, by, reason, which }) => (
    <div key={text}>
      <p className={style['state']} data-tone="warning">
        <IconPlayerPause size={22} aria-hidden />
        <span>
          <strong>{text}</strong> {say('since', { time: clock(Date.parse(since)) })} <ActorName by={by} />
          {reason !== null && ` · ${reason}`}
        </span>
      </p>
      {mayResume && (
        <ConfirmButton
          label={say('resume')}
          title={say('resume_title')}
          text={say('resume_text')}
          stale={stale}
          act={() => operator('resumeSending', { body: which })}
        />
      )}
    </div>
  ))
}

/** Stands for all companies: no COMPANY_CODE has a line break. */
const all = '\n'

interface PauseDialogProps {
  /** The companies that are not paused yet. */
  readonly companies: readonly string[]
  close(): void
}

/** Pauses the sending of one company or of all. */
function PauseDialog({ companies, close }: PauseDialogProps) {
  const say = useWords(healthWords)
  const [company, setCompany] = useState(all)
  const [reason, setReason] = useState('')
  const body = { ...(company !== all && { company }), reason }
  const pausing = useAct(stale, () => operator('pauseSending', { body }), close)
  return (
    <Confirm
      title={say('pause_title')}
      isDestructive
      act={say('pause')}
      canAct={isReason(reason)}
      doing={pausing}
      onAct={pausing.mutate}
      onClose={close}
    >
      <Text>{say('pause_text')}</Text>
      {companies.length > 1 && (
        <Select
          label={say('which')}
          data={[{ value: all, label: say('all_companies') }, ...companies]}
          value={company}
          onChange={(chosen) => setCompany(chosen ?? all)}
        />
      )}
      <ReasonField label={say('pause_reason')} reason={reason} onChange={setReason} />
    </Confirm>
  )
}
