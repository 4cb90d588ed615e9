import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { type Scope, scopes } from '../../../shared/api/scopes.ts'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { AskedAct } from '../../parts/dialog.tsx'
import { Time } from '../../parts/figures.tsx'
import { preventing } from '../../parts/forms.ts'
import { Heads } from '../../parts/section.tsx'
import { Awaiting, Refused, useFaultOf } from '../../parts/states.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { CompanyChoice, Page, Part, ShownOnce } from './page.tsx'
import style from './settings.module.css'

type Token = OperatorAnswer<'listTokens'>['items'][number]

/** Tokens for tills, one each, so that one can be revoked alone. */
export function Tokens() {
  const say = useWords(ownerWords)
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: () => operator('listTokens') })
  if (!tokens.data) return <Awaiting query={tokens} />
  return (
    <Page title={say('tokens')} text={say('tokens_text')}>
      <Part title={say('add_token')}>
        <NewToken />
      </Part>
      <Part title={say('tokens')}>
        <table className={style['table']}>
          <Heads of={[say('name'), say('may'), say('last_used'), say('acts')]} />
          <tbody>
            {tokens.data.items.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </tbody>
        </table>
      </Part>
    </Page>
  )
}

const usualScopes: readonly Scope[] = ['submit', 'read']

function NewToken() {
  const say = useWords(ownerWords)
  const faultOf = useFaultOf()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly Scope[]>(usualScopes)
  const [company, setCompany] = useState<string | null>(null)
  // The scope `admin` is for all companies, so it is not offered with one company.
  const offered = scopes.filter((scope) => scope !== 'admin' || company === null)
  const wanted = offered.filter((scope) => chosen.includes(scope))
  const add = useAct(
    ['tokens'],
    () => operator('createToken', { body: { name: name.trim(), scopes: wanted, company } }),
    () => setName(''),
  )
  const toggle = (scope: Scope, isOn: boolean) =>
    setChosen(scopes.filter((known) => (known === scope ? isOn : chosen.includes(known))))
  return (
    <form onSubmit={preventing(add.mutate)}>
      <div className={style['row']}>
        <TextInput
          label={say('name')}
          placeholder={say('token_name_hint')}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
          error={faultOf(add.error, '/name')}
        />
        <CompanyChoice company={company} error={faultOf(add.error, '/company')} choose={setCompany} />
      </div>
      <Group gap="lg">
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            label={say(`scope_${scope}`)}
            checked={wanted.includes(scope)}
            disabled={!offered.includes(scope)}
            description={offered.includes(scope) ? undefined : say('admin_is_for_all')}
            onChange={(event) => toggle(scope, event.currentTarget.checked)}
          />
        ))}
      </Group>
      <Button type="submit" loading={add.isPending} disabled={name.trim() === '' || wanted.length === 0}>
        {say('make_token')}
      </Button>
      <Refused error={add.error} />
      {add.data && <ShownOnce title={say('token_once')} text={add.data.token} />}
    </form>
  )
}

function TokenRow({ token }: { readonly token: Token }) {
  const say = useWords(ownerWords)
  return (
    <tr>
      <th scope="row">
        <bdi>{token.name}</bdi>
      </th>
      <td>
        {token.scopes.map((scope) => say(`scope_${scope}`)).join(', ')}
        {token.company !== null && (
          <span className="quiet">
            {' · '}
            <bdi>{token.company}</bdi>
          </span>
        )}
      </td>
      <td>{token.last_used_at === null ? say('never') : <Time instant={token.last_used_at} withDay />}</td>
      <td>
        <div className={style['acts']}>
          {token.revoked_at === null ? (
            <AskedAct
              label={say('revoke')}
              title={say('revoke_title', { name: token.name })}
              text={say('revoke_text')}
              isDestructive
              stale={['tokens']}
              act={() => operator('revokeToken', { body: { id: token.id } })}
            />
          ) : (
            <strong>{say('revoked')}</strong>
          )}
        </div>
      </td>
    </tr>
  )
}
