import { Button, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { operator } from '../../gateway/api.ts'
import { useBackupPlan, useGatewayInfo, useHealth } from '../../gateway/health.ts'
import { useRecords } from '../../gateway/records.ts'
import { Secondary } from '../../parts/secondary.tsx'
import { Loading, Refused } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { beginDraft } from '../cashier/new-document/drafts.ts'
import { makeTrialDraft } from '../cashier/new-document/starting-draft.ts'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

/** In the order of a new shop. What is done shows in what the gateway has; `left` is undefined until it has answered. */
function useSteps() {
  const isPractice = useGatewayInfo().data?.authority === 'practice'
  const people = useQuery({ queryKey: ['people'], queryFn: () => operator('listPeople') })
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: () => operator('listTokens') })
  const companies = useQuery({ queryKey: ['companies'], queryFn: () => operator('listCompanies') })
  const installations = useQuery({ queryKey: ['installations'], queryFn: () => operator('installations') })
  const plan = useBackupPlan()
  const sale = useRecords({}, 1).data?.pages[0]?.items[0]
  // Where the person who installed Resit chose practice, no owner can leave it.
  const isFixed = installations.data?.here === null
  const prepared = installations.data?.items.some(({ company }) => company !== null)
  const isConnected = tokens.data?.items.some(({ last_used_at }) => last_used_at !== null)
  const hasCopies = plan.data?.backups.some(() => !plan.data.is_own_disk)
  const isSound = useHealth().data?.verdict === 'good'
  const marks = { key: 'resit.steps-skipped', defaultValue: [] as string[], getInitialValueInEffect: false }
  const [unneeded, mark] = useLocalStorage(marks)
  const isNamed = prepared || companies.data?.items.some(({ COMPANY_CODE: code }) => code !== 'DEMO')
  const steps = [
    { name: 'sale', to: '/sales', isDone: sale !== undefined },
    { name: 'people', to: '/settings/people', isDone: people.data?.items.some((_, at) => at > 0) },
    { name: 'token', to: '/settings/tokens', isDone: isConnected },
    { name: 'backup', to: '/settings/backup', isDone: hasCopies },
    { name: 'company', to: isPractice && !isFixed ? '/settings/go-live' : '/settings/companies', isDone: isNamed },
    { name: 'check', to: '/health', isDone: isSound && isConnected && plan.data?.is_own_disk === false },
    ...(isFixed ? [] : [{ name: null, to: '/settings/go-live', isDone: !isPractice } as const]),
  ] as const
  const left = steps.filter(({ name, isDone }) => !isDone && !(name && unneeded.includes(name)))
  const isKnown = [people, tokens, companies, installations, plan].every(({ isPending }) => !isPending)
  const isTrialNext = isPractice && sale === undefined
  return { steps, unneeded, mark, left: isKnown ? left : undefined, isTrialNext }
}

/** The settings begin with the first steps as long as one is left. */
export function SettingsStart() {
  const { left } = useSteps()
  if (!left) return <Loading />
  return <Navigate to={left.length > 0 ? '/settings/first-steps' : '/settings/people'} replace />
}

export function FirstSteps() {
  const say = useWords(ownerWords)
  const { steps, unneeded, mark, left, isTrialNext } = useSteps()
  if (!left) return <Loading />
  const toggle = (name: string) =>
    mark(unneeded.includes(name) ? unneeded.filter((each) => each !== name) : [...unneeded, name])
  return (
    <Page title={say('first_steps')} text={say('first_steps_text')}>
      <Part>
        <Text fw={600}>{left.length === 0 ? say('all_done') : say('steps_left', { count: left.length })}</Text>
        <ol className={style['steps']}>
          {steps.map(({ name, to, isDone }) => (
            <li key={name}>
              {isDone ? <IconCircleCheck className={style['good']} aria-hidden /> : <IconCircle aria-hidden />}
              <div>
                <Link to={to}>{say(name === null ? 'go_live' : `step_${name}`)}</Link>
                {!isDone && <p className="quiet">{say(`needs_${name ?? 'portal'}`)}</p>}
              </div>
              <div className={style['acts']}>
                {name === left[0]?.name &&
                  (isTrialNext ? (
                    <TrialSale />
                  ) : (
                    <Button component={Link} to={to}>
                      {say('next_step')}
                    </Button>
                  ))}
                {isDone && <strong>{say('done')}</strong>}
                {!isDone && name && (
                  <>
                    {unneeded.includes(name) && <span className="quiet">{say('skipped')}</span>}
                    <Secondary onClick={() => toggle(name)}>{say(unneeded.includes(name) ? 'undo' : 'skip')}</Secondary>
                  </>
                )}
              </div>
            </li>
          ))}
        </ol>
      </Part>
    </Page>
  )
}

/** Makes a first sale that the practice authority accepts, with two clicks. */
function TrialSale() {
  const say = useWords(ownerWords)
  const go = useNavigate()
  const begin = useMutation({
    mutationFn: async () => beginDraft(await makeTrialDraft({ item: say('trial_item'), outlet: say('trial_outlet') })),
    onSuccess: (draft) => go({ to: '/new/$draft', params: { draft } }),
  })
  return (
    <>
      <Button loading={begin.isPending} onClick={() => begin.mutate()}>
        {say('try_sale')}
      </Button>
      <Refused error={begin.error} />
    </>
  )
}
