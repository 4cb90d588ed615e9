import { Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { type Role, roleNames } from '../../../shared/api/scopes.ts'
import { ChangePin } from '../../actions/change-pin.tsx'
import { useAct } from '../../gateway/act.ts'
import { operator } from '../../gateway/api.ts'
import { useSession } from '../../gateway/session.ts'
import { Confirm, ConfirmButton, DialogButton } from '../../parts/dialog.tsx'
import { withPreventDefault } from '../../parts/forms.ts'
import { PinField, PinPad } from '../../parts/pin.tsx'
import { Secondary } from '../../parts/secondary.tsx'
import { FormRefused, fieldFaultOf, QueryState, Refused } from '../../parts/states.tsx'
import { Row, Table } from '../../parts/table.tsx'
import { signInWords } from '../../words/door.ts'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { OutletsOfPerson, useKnownOutlets } from './outlets-of-person.tsx'
import { Page, Part, ShownOnce } from './page.tsx'
import style from './settings.module.css'

type Person = OperatorAnswer<'listPeople'>['items'][number]

export function People() {
  const say = useWords(ownerWords)
  const people = useQuery({ queryKey: ['people'], queryFn: () => operator('listPeople') })
  if (!people.data) return <QueryState query={people} />
  const [owner, ...more] = people.data.items.filter(({ role, disabled_at: gone }) => role === 'owner' && gone === null)
  return (
    <Page title={say('people')} text={say('people_text')}>
      <Part title={say('add_person')}>
        <NewPerson />
      </Part>
      <Part title={say('people')}>
        <Table className={style['table']}>
          {people.data.items.map((person) => (
            <PersonRow key={person.id} person={person} isOnlyOwner={person === owner && more.length === 0} />
          ))}
        </Table>
      </Part>
    </Page>
  )
}

const useRoles = () => {
  const say = useWords(signInWords)
  return roleNames.map((value) => ({ value, label: say(`role_${value}`) }))
}

type Added = OperatorAnswer<'createPerson'>

function NewPerson() {
  const say = useWords(ownerWords)
  const roles = useRoles()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('cashier')
  const [typed, setPin] = useState('')
  const pin = role === 'cashier' ? typed : ''
  // One-time codes stay until the owner leaves: a second new person hides only what was said of a typed PIN.
  const [added, setAdded] = useState<readonly Added[]>([])
  const known = useKnownOutlets()
  const [only, setOnly] = useState<string[]>([])
  const mayBeLimited = role !== 'owner' && known.names.length > 1
  const outlets = known.findOutletsByName(mayBeLimited ? only : [])
  const body = { name: name.trim(), role, outlets, ...(pin !== '' && { pin }) }
  const add = useAct(
    ['people'],
    () => operator('createPerson', { body }),
    (person) => {
      setName('')
      setPin('')
      setOnly([])
      setAdded((before) => [person, ...before.filter((earlier) => earlier.one_time_code !== null)])
    },
  )
  return (
    <form onSubmit={withPreventDefault(add.mutate)} onInput={add.reset}>
      <div className={style['row']}>
        <TextInput
          label={say('person_name')}
          autoFocus
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fieldFaultOf(add.error, '/name')}
        />
        <Select
          label={say('role')}
          description={role !== 'cashier' && say('code_instead')}
          data={roles}
          value={role}
          onChange={(next) => next && setRole(next)}
        />
        {role === 'cashier' && (
          <PinField
            label={say('pin')}
            description={say('cashier_pin_hint')}
            value={pin}
            onPin={setPin}
            error={fieldFaultOf(add.error, '/pin')}
          />
        )}
      </div>
      {mayBeLimited && (
        <MultiSelect
          size="md"
          classNames={{ option: style['option'] ?? '' }}
          label={say('only_outlets')}
          placeholder={only.length === 0 ? say('all_outlets') : ''}
          data={known.names}
          value={only}
          onChange={setOnly}
        />
      )}
      <Button type="submit" loading={add.isPending} disabled={name.trim() === ''}>
        {say('add')}
      </Button>
      <FormRefused error={add.error} />
      {added.map((person) => (
        <HandOver key={person.id} person={person} />
      ))}
    </form>
  )
}

/** A one-time code for a new person, shown only once. */
function HandOver({ person: { name, one_time_code: code } }: { readonly person: Added }) {
  const say = useWords(ownerWords)
  if (code === null) return <output>{say('person_added', { name })}</output>
  return (
    <ShownOnce title={say('code_of', { name })} text={code}>
      <p>{say('code_text')}</p>
    </ShownOnce>
  )
}

interface RowProps {
  readonly person: Person
  /** Keeps the role, and cannot be deactivated. */
  readonly isOnlyOwner: boolean
}

/** As many as fit into a line. */
const mostOutlets = 2

function PersonRow({ person, isOnlyOwner }: RowProps) {
  const say = useWords(ownerWords)
  const isOwn = useSession().operator.id === person.id
  const roles = useRoles()
  // With the code of a new role or a new PIN.
  const [handed, setHanded] = useState<Added | null>(null)
  const handOver = (changed: Added) => changed.one_time_code !== null && setHanded(changed)
  const known = useKnownOutlets()
  const mayBeLimited = person.role !== 'owner' && (person.outlets !== undefined || known.names.length > 1)
  const outlets = (person.outlets ?? []).map(known.nameOf)
  const unseen = outlets.length - mostOutlets
  const more = unseen > 0 ? [say('more_outlets', { count: unseen })] : []
  const params = { id: person.id }
  const setRole = useAct(['people'], (role: Role) => operator('setRole', { params, body: { role } }), handOver)
  const enable = useAct(['people'], () => operator('enablePerson', { params, body: {} }))
  return (
    <Row>
      <bdi>{person.name}</bdi>
      <>
        <Select
          aria-label={say('role_of', { name: person.name })}
          w={164}
          data={roles}
          value={person.role}
          disabled={person.disabled_at !== null || isOnlyOwner}
          onChange={(next) => next && setRole.mutate(next)}
        />
        {person.outlets && (
          <p className="quiet">
            {say('sees_only', { outlets: [...outlets.slice(0, mostOutlets), ...more].join(' · ') })}
          </p>
        )}
      </>
      <>
        <output>{person.disabled_at !== null && <strong>{say('is_disabled', { name: person.name })}</strong>}</output>
        {person.one_time_code_until !== null && <span className="quiet">{say('has_code')}</span>}
        {person.wrong_pins > 0 && <span className="quiet">{say('wrong_pins', { count: person.wrong_pins })}</span>}
        <Refused error={setRole.error ?? enable.error} />
        {handed && <HandOver key={handed.one_time_code} person={handed} />}
      </>
      <div className={style['acts']}>
        {mayBeLimited && (
          <DialogButton label={say('outlets')}>
            {(close) => <OutletsOfPerson person={person} known={known} close={close} />}
          </DialogButton>
        )}
        <DialogButton label={say('new_pin')}>
          {(close) =>
            isOwn ? <ChangePin onClose={close} /> : <NewPin person={person} handOver={setHanded} close={close} />
          }
        </DialogButton>
        {isOnlyOwner ? (
          <span className="quiet">{say('only_owner')}</span>
        ) : person.disabled_at === null ? (
          <ConfirmButton
            label={say('disable')}
            title={say('disable_title', { name: person.name })}
            text={say(isOwn ? 'disable_self' : 'disable_text')}
            isDestructive
            stale={['people']}
            act={() => operator('disablePerson', { params, body: {} })}
          />
        ) : (
          <Secondary loading={enable.isPending} onClick={() => enable.mutate()}>
            {say('enable')}
          </Secondary>
        )}
      </div>
    </Row>
  )
}

interface NewPinProps {
  readonly person: Person
  handOver(changed: Added): void
  close(): void
}

/** The owner chooses a PIN for a cashier. A supervisor or another owner gets a one-time code, so that only they know it. */
function NewPin({ person, handOver, close }: NewPinProps) {
  const say = useWords(ownerWords)
  const [pin, setPin] = useState('')
  const change = useAct(
    ['people'],
    () => operator('setPin', { params: { id: person.id }, body: pin === '' ? {} : { pin } }),
    (changed) => {
      handOver(changed)
      close()
    },
  )
  const description = say('cashier_pin_hint')
  return (
    <Confirm
      title={say('new_pin_of', { name: person.name })}
      act={say(pin === '' ? 'make_code' : 'new_pin')}
      doing={change}
      onAct={() => change.mutate()}
      onClose={close}
    >
      {person.role === 'cashier' && (
        <PinPad fields={[{ label: say('pin'), description, value: pin, onPin: setPin, 'data-autofocus': true }]} />
      )}
      <p>{say('make_code_text')}</p>
    </Confirm>
  )
}
