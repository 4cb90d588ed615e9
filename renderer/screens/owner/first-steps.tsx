import { Button, Text } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { useBackupPlan, useGatewayInfo, useHealth } from '../../gateway/health.ts'
import { useRecords } from '../../gateway/records.ts'
import { Secondary } from '../../parts/secondary.tsx'
import { QueryState, Refused } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { beginDraft } from '../cashier/new-document/drafts.ts'
import { makeTrialDraft } from '../cashier/new-document/starting-draft.ts'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

type Unneeded = OperatorAnswer<'firstSteps'>['not_needed']

/** In the order of a new shop. What is done shows in what the gateway has. */
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
  const isNamed = prepared || companies.data?.items.some(({ COMPANY_CODE: code }) => code !== 'DEMO')
  const steps = [
    { name: 'sale', to: '/sales', isDone: sale !== undefined },
    { name: 'people', to: '/settings/people', isDone: (people.data?.items.length ?? 0) > 1 },
    { name: 'token', to: '/settings/tokens', isDone: (tokens.data?.items.length ?? 0) > 0 },
    { name: 'backup', to: '/settings/backup', isDone: plan.data?.is_own_disk === false },
    { name: 'company', to: isPractice && !isFixed ? '/settings/go-live' : '/settings/companies', isDone: isNamed },
    { name: 'check', to: '/health', isDone: useHealth().data?.verdict === 'good' },
    ...(isFixed ? [] : [{ name: null, to: '/settings/go-live', isDone: !isPractice } as const]),
  ] as const
  return { steps, isPractice, isTrialNext: isPractice && sale === undefined }
}

/** The steps of a new shop, each with its state and a link. */
export function FirstSteps() {
  const say = useWords(ownerWords)
  const { steps, isPractice, isTrialNext } = useSteps()
  const marked = useQuery({ queryKey: ['first-steps'], queryFn: () => operator('firstSteps') })
  const mark = useAct(['first-steps'], (not_needed: Unneeded) => operator('markFirstSteps', { body: { not_needed } }))
  if (!marked.data) return <QueryState query={marked} />
  const unneeded = mark.isPending ? mark.variables : marked.data.not_needed
  const toggle = (name: Unneeded[number]) =>
    mark.mutate(unneeded.includes(name) ? unneeded.filter((each) => each !== name) : [...unneeded, name])
  const left = steps.filter(({ name, isDone }) => !isDone && !(name && unneeded.includes(name)))
  return (
    <Page title={say('first_steps')} text={say('first_steps_text')}>
      <Part>
        <Text>{say(isPractice ? 'mode_practice' : 'mode_live')}</Text>
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
        <Refused error={mark.error} />
        <Link to="/sales" className={style['link'] ?? ''}>
          {say('to_sales')}
        </Link>
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
