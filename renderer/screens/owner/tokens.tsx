import { Button, Checkbox, Group, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { type Scope, scopes } from '../../../shared/api/scopes.ts'
import { useAct } from '../../gateway/act.ts'
import { callVersionWithKey, operator } from '../../gateway/api.ts'
import { desktop, useDesktop } from '../../gateway/desktop.ts'
import { useSession } from '../../gateway/session.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { Time } from '../../parts/figures.tsx'
import { withPreventDefault } from '../../parts/forms.ts'
import { scrollIntoSight } from '../../parts/in-sight.ts'
import { Secondary } from '../../parts/secondary.tsx'
import { FormRefused, fieldFaultOf, Notice, QueryState, Refused } from '../../parts/states.tsx'
import { Row, Table } from '../../parts/table.tsx'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { CompanyChoice, Page, Part, ShownOnce } from './page.tsx'
import style from './settings.module.css'

type Token = OperatorAnswer<'listTokens'>['items'][number]

/** What a key may do is chosen on the page for the software provider. */
const useHasRights = () => useLocation().pathname.startsWith('/settings/provider')

export function Tokens() {
  const hasRights = useHasRights()
  const say = useWords(ownerWords)
  const tokens = useQuery({ queryKey: ['tokens'], queryFn: () => operator('listTokens') })
  if (!tokens.data) return <QueryState query={tokens} />
  return (
    <Page title={say('tills')} text={say('tokens_text')}>
      <Part title={say('add_token')}>
        <NewToken tokens={tokens.data.items} />
      </Part>
      <Part title={say('tills')}>
        {tokens.data.items.length === 0 ? (
          <p className="quiet">{say('no_till')}</p>
        ) : (
          <Table
            className={style['table']}
            head={[say('NAME'), ...(hasRights ? [say('may')] : []), say('last_used'), say('acts')]}
          >
            {tokens.data.items.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </Table>
        )}
      </Part>
    </Page>
  )
}

function NewToken({ tokens }: { readonly tokens: readonly Token[] }) {
  const hasRights = useHasRights()
  const say = useWords(ownerWords)
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Scope[]>(['submit', 'read'])
  const [company, setCompany] = useState<string | null>(null)
  const hasCompanies = useSession().companies.length > 1
  // They stay until the owner leaves: a second key must not hide the first.
  const [made, setMade] = useState<readonly Made[]>([])
  // The scope `admin` is for all companies, so it is not offered with one company.
  const offered = scopes.filter((scope) => scope !== 'admin' || company === null)
  const wanted = offered.filter((scope) => chosen.includes(scope))
  const isTaken = tokens.some((token) => token.name === name.trim() && token.revoked_at === null)
  const add = useAct(
    ['tokens'],
    () => operator('createToken', { body: { name: name.trim(), scopes: wanted, company } }),
    (key) => {
      setName('')
      setMade((before) => [key, ...before])
    },
  )
  return (
    <>
      <form onSubmit={withPreventDefault(add.mutate)} onInput={add.reset}>
        <div className={style['row']}>
          <TextInput
            label={say('NAME')}
            placeholder={say('token_name_hint')}
            value={name}
            maxLength={100}
            onChange={(event) => setName(event.currentTarget.value)}
            error={isTaken ? say('till_named_so') : fieldFaultOf(add.error, '/name')}
          />
          {(hasRights || hasCompanies) && <CompanyChoice company={company} choose={setCompany} />}
        </div>
        {hasRights && (
          <Checkbox.Group value={wanted} onChange={setChosen}>
            <Group gap="lg">
              {scopes.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={say(`scope_${scope}`)}
                  disabled={!offered.includes(scope)}
                  description={offered.includes(scope) ? undefined : say('admin_is_for_all')}
                />
              ))}
            </Group>
          </Checkbox.Group>
        )}
        <Button type="submit" loading={add.isPending} disabled={name.trim() === '' || isTaken || wanted.length === 0}>
          {say('make_token')}
        </Button>
        <FormRefused error={add.error} />
      </form>
      {/* Not in the form: the question about a code is a form of its own. */}
      {made
        .filter(({ id }) => !tokens.some((token) => token.id === id && token.revoked_at !== null))
        .map((key) => (
          <NewKey key={key.id} made={key} />
        ))}
    </>
  )
}

type Made = OperatorAnswer<'createToken'>

/** A new key with the address for the till, and a test that calls the gateway with it. */
function NewKey({ made: { name, token, scopes: may, network_url: network } }: { readonly made: Made }) {
  const say = useWords(ownerWords)
  const port = useDesktop()?.gateway.port
  const own = `${desktop === null ? window.location.origin : `http://127.0.0.1:${port ?? '…'}`}/v1`
  const isOwnComputer = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):/.test(own)
  const address = (isOwnComputer && network) || own
  const test = useAct(['tokens'], () => callVersionWithKey(token))
  return (
    <ShownOnce title={say('token_once', { name })} text={token} copyLabel={say('copy_key')}>
      <p>
        {say('till_needs')} <bdi className={style['address']}>{address}</bdi>
      </p>
      {isOwnComputer && network === undefined && <Notice tone="hint">{say('only_this_computer')}</Notice>}
      <Group gap="sm">
        <CopyButton text={address} label={say('copy_address')} />
        <Secondary loading={test.isPending} onClick={() => test.mutate()}>
          {say('test_key')}
        </Secondary>
      </Group>
      {test.isSuccess && (
        <Notice tone="good" icon={<IconCircleCheck aria-hidden />} ref={scrollIntoSight}>
          {say('key_works', { may: may.map((scope) => say(`scope_${scope}`)).join(' · ') })}
        </Notice>
      )}
      <Refused error={test.error} />
    </ShownOnce>
  )
}

function TokenRow({ token }: { readonly token: Token }) {
  const hasRights = useHasRights()
  const say = useWords(ownerWords)
  return (
    <Row>
      <>
        <bdi>{token.name}</bdi> {token.company !== null && <span className="quiet">· {token.company}</span>}
      </>
      {hasRights && token.scopes.map((scope) => say(`scope_${scope}`)).join(' · ')}
      {token.last_used_at === null ? say('never') : <Time instant={token.last_used_at} withDay />}
      <div className={style['acts']}>
        {token.revoked_at === null ? (
          <ConfirmButton
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
    </Row>
  )
}
