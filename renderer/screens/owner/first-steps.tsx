import { Button, Group, List, Text } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { operator } from '../../gateway/api.ts'
import { useHealth, useSetup } from '../../gateway/health.ts'
import { useRecords } from '../../gateway/records.ts'
import { Secondary } from '../../parts/secondary.tsx'
import { Refused } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { beginDraft } from '../cashier/new-document/drafts.ts'
import { makeTrialDraft } from '../cashier/new-document/starting-draft.ts'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

/** In the order of a new shop. What is done shows in what the gateway has. */
function useSteps() {
  const isPractice = useSetup().data?.authority === 'practice'
  const people = useQuery({ queryKey: ['people'], queryFn: () => operator('listPeople') })
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: () => operator('listTokens') })
  const companies = useQuery({ queryKey: ['companies'], queryFn: () => operator('listCompanies') })
  const installations = useQuery({ queryKey: ['installations'], queryFn: () => operator('installations') })
  const plan = useQuery({ queryKey: ['backup-plan'], queryFn: () => operator('backupPlan') })
  const sale = useRecords({}, 1).data?.pages[0]?.items[0]
  const prepared = installations.data?.items.some(({ company }) => company !== null)
  const isNamed = prepared || companies.data?.items.some(({ COMPANY_CODE: code }) => code !== 'DEMO')
  const steps = [
    { word: 'step_sale', to: '/sales', isDone: sale !== undefined },
    { word: 'step_people', to: '/settings/people', isDone: (people.data?.items.length ?? 0) > 1 },
    { word: 'step_token', to: '/settings/tokens', isDone: (tokens.data?.items.length ?? 0) > 0 },
    { word: 'step_backup', to: '/settings/backup', isDone: plan.data?.is_own_disk === false },
    { word: 'step_company', to: isPractice ? '/settings/go-live' : '/settings/companies', isDone: isNamed },
    { word: 'step_check', to: '/health', isDone: useHealth().data?.verdict === 'good' },
    { word: 'go_live', to: '/settings/go-live', isDone: !isPractice },
  ] as const
  return { steps, isPractice }
}

const place = 'resit.steps'

/** The steps of a new shop, each with its state and a link. */
export function FirstSteps() {
  const say = useWords(ownerWords)
  const { steps, isPractice } = useSteps()
  // Steps that this shop does not need. This computer remembers them, also after going live.
  const [unneeded, setUnneeded] = useState(() => (localStorage.getItem(place) ?? '').split(' '))
  const toggle = (word: string) => {
    const next = unneeded.includes(word) ? unneeded.filter((each) => each !== word) : [...unneeded, word]
    localStorage.setItem(place, next.join(' '))
    setUnneeded(next)
  }
  const left = steps.filter(({ word, isDone }) => !isDone && !unneeded.includes(word)).length
  return (
    <Page title={say('first_steps')} text={say('first_steps_text')}>
      <Part>
        <Text>{say(isPractice ? 'mode_practice' : 'mode_live')}</Text>
        <Text fw={600}>{left === 0 ? say('all_done') : say('steps_left', { count: left })}</Text>
        <List spacing="md" listStyleType="none">
          {steps.map(({ word, to, isDone }) => (
            <List.Item
              key={word}
              icon={isDone ? <IconCircleCheck className={style['good']} aria-hidden /> : <IconCircle aria-hidden />}
            >
              <Link to={to}>{say(word)}</Link> {isDone && <strong>{say('done')}</strong>}
              {!isDone && word !== 'go_live' && (
                <Secondary
                  variant={unneeded.includes(word) ? 'light' : 'subtle'}
                  aria-pressed={unneeded.includes(word)}
                  onClick={() => toggle(word)}
                >
                  {say('not_needed')}
                </Secondary>
              )}
            </List.Item>
          ))}
        </List>
        <Group>
          {isPractice && <TrialSale />}
          <Button component={Link} to="/sales" variant={isPractice ? 'default' : 'filled'}>
            {say('to_sales')}
          </Button>
        </Group>
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
