import { Button, Group, Text, Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type EnvironmentKind, portalUrls } from '../../../../shared/domain/installation.ts'
import { useAct } from '../../../gateway/act.ts'
import { operator } from '../../../gateway/api.ts'
import { CheckList } from '../../../parts/check-list.tsx'
import { Secondary } from '../../../parts/secondary.tsx'
import { Refused } from '../../../parts/states.tsx'
import { goLiveWords } from '../../../words/go-live.ts'
import { useWords } from '../../../words/language.ts'
import { CredentialsForm, type CredentialsInput } from '../access.tsx'
import { Part } from '../page.tsx'
import { CompanyForm, type CompanyRequest } from './company-form.tsx'
import style from './go-live.module.css'
import type { Installations } from './move.ts'

type Target = Installations['items'][number]

interface StepsProps {
  readonly target: Target
  /** The company with which the form begins. */
  readonly startFrom: object | null
  begin(to: EnvironmentKind): void
}

/** The steps company, credentials, check and start, each with its result. */
export function Steps({ target, startFrom, begin }: StepsProps) {
  const say = useWords(goLiveWords)
  const params = { name: target.name }
  const company = useAct(['installations'], (body: CompanyRequest) => operator('prepareCompany', { params, body }))
  const access = useAct(['installations'], (given: CredentialsInput) =>
    operator('prepareCredentials', { params, body: { COMPANY_CODE: codeOf(target), ...given } }),
  )
  return (
    <>
      <Title order={2} size="h3">
        {say('set_up', { where: say(target.name) })}
      </Title>
      <Step title={say('step_company')} isDone={target.company !== null} saving={company}>
        <CompanyForm company={startFrom} saving={company} />
      </Step>
      <Step title={say('step_access')} isDone={target.has_credentials} saving={access}>
        <PortalSteps target={target} />
        {target.company === null ? (
          <Text>{say('access_first')}</Text>
        ) : (
          <CredentialsForm isKept={target.has_credentials} hasCertificate={target.has_certificate} saving={access} />
        )}
      </Step>
      <Part title={say('step_check')}>
        {target.checked_at !== null && <Done />}
        <Check target={target} />
      </Part>
      <Part title={say('step_begin')}>
        <Text fw={600}>{say('differs')}</Text>
        <ul className={style['differs']}>
          <li>{say(`differs_${target.name}`)}</li>
          <li>{say('differs_sales')}</li>
          <li>{say('differs_people')}</li>
          {target.company !== null && <li>{say('differs_tills', { code: codeOf(target) })}</li>}
          <li>{say('differs_stop')}</li>
        </ul>
        <Group>
          <Button disabled={target.checked_at === null} onClick={() => begin(target.name)}>
            {say(`begin_${target.name}`)}
          </Button>
          {target.checked_at === null && <Text className="quiet">{say('check_before')}</Text>}
        </Group>
      </Part>
    </>
  )
}

const portalSteps = ['1', '2', '3'] as const

/** What is done on the portal of MyInvois. The pictures are sketches with invented data. */
function PortalSteps({ target: { name } }: { readonly target: Target }) {
  const say = useWords(goLiveWords)
  return (
    <>
      <Group>
        <Button component="a" variant="default" href={portalUrls[name]} target="_blank" rel="noreferrer">
          {say('open_portal')}
        </Button>
      </Group>
      <ol className={style['sketches']}>
        {portalSteps.map((step) => (
          <li key={step}>
            <img src={`portal-${step}.svg`} alt="" loading="lazy" />
            {say(`portal_${step}`)}
          </li>
        ))}
      </ol>
    </>
  )
}

function codeOf({ company }: Target): string {
  const code = company?.['COMPANY_CODE']
  return typeof code === 'string' ? code : ''
}

interface StepProps {
  readonly title: string
  readonly isDone: boolean
  readonly saving: { readonly isSuccess: boolean; readonly submittedAt: number }
  readonly children: ReactNode
}

/** A step with a form, which is folded once it is saved: then the next step stands below its result. */
function Step({ title, isDone, saving: { isSuccess, submittedAt }, children }: StepProps) {
  const say = useWords(goLiveWords)
  const [openedAt, setOpenedAt] = useState(0)
  const isFolded = isDone && openedAt <= (isSuccess ? submittedAt : 0)
  return (
    <Part title={title}>
      {isDone && <Done />}
      {isFolded ? (
        <Secondary autoFocus={isSuccess} onClick={() => setOpenedAt(Date.now())}>
          {say('change')}
        </Secondary>
      ) : (
        children
      )}
    </Part>
  )
}

function Done() {
  const say = useWords(goLiveWords)
  return (
    <span className={style['here']}>
      <IconCircleCheck size={20} aria-hidden /> {say('done')}
    </span>
  )
}

function Check({ target }: { readonly target: Target }) {
  const say = useWords(goLiveWords)
  const check = useAct(['installations'], () =>
    operator('checkInstallation', { params: { name: target.name }, body: {} }),
  )
  const isAway = check.data?.checks.some(({ name, verdict }) => name.startsWith('authority ') && verdict === 'warning')
  const isAskable = target.company !== null && target.has_credentials
  return (
    <>
      <Text>{say(isAskable ? 'check_text' : 'check_first')}</Text>
      <Group>
        <Button
          variant={target.checked_at === null ? 'filled' : 'default'}
          disabled={!isAskable}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {say('check')}
        </Button>
      </Group>
      {check.data && (
        <output>
          <Text fw={600}>{say(target.checked_at !== null ? 'all_good' : isAway ? 'no_answer' : 'not_good')}</Text>
          <CheckList checks={check.data.checks} />
        </output>
      )}
      <Refused error={check.error} />
    </>
  )
}
