import { Button, Group, List, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { operator } from '../../gateway/api.ts'
import { useSetup } from '../../gateway/health.ts'
import { Refused } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { beginDraft } from '../cashier/new-document/drafts.ts'
import { trialDraft } from '../cashier/new-document/starting-draft.ts'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'

/** The steps of a new shop, each with its state and a link. */
export function FirstSteps() {
  const say = useWords(ownerWords)
  const opening = useSetup()
  const companies = useQuery({ queryKey: ['companies'], queryFn: () => operator('listCompanies') })
  const people = useQuery({ queryKey: ['people'], queryFn: () => operator('listPeople') })
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: () => operator('listTokens') })
  const isPractice = opening.data?.authority === 'practice'
  const steps = [
    { word: 'step_mode', isDone: true, to: '/settings/about' },
    { word: 'step_company', isDone: (companies.data?.items.length ?? 0) > 0, to: '/settings/companies' },
    { word: 'step_people', isDone: (people.data?.items.length ?? 0) > 1, to: '/settings/people' },
    { word: 'step_token', isDone: (tokens.data?.items.length ?? 0) > 0, to: '/settings/tokens' },
    { word: 'step_check', isDone: false, to: '/health' },
    ...(isPractice ? [{ word: 'go_live', isDone: false, to: '/settings/go-live' } as const] : []),
  ] as const
  return (
    <Page title={say('first_steps')} text={say('first_steps_text')}>
      <Part>
        <Text>{say(isPractice ? 'mode_practice' : 'mode_live')}</Text>
        <List type="ordered" spacing="md">
          {steps.map(({ word, isDone, to }) => (
            <List.Item key={word}>
              <Link to={to} className={style['step'] ?? ''}>
                {say(word)}
              </Link>{' '}
              {isDone && <strong>{say('done')}</strong>}
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
    mutationFn: async () => beginDraft(await trialDraft({ item: say('trial_item'), outlet: say('trial_outlet') })),
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
