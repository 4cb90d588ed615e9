import { Alert, Button, PasswordInput, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorAnswer } from '../../../shared/catalogue/operator-client.ts'
import { type Role, roleNames } from '../../../shared/catalogue/scopes.ts'
import { operator } from '../../gateway/api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { preventing } from '../../parts/preventing.ts'
import { Failed, Loading, useFaultOf } from '../../parts/states.tsx'
import { doorWords } from '../../words/door.ts'
import { useWords } from '../../words/language.ts'
import { ownerWords } from '../../words/owner.ts'
import { Page, Part } from './page.tsx'
import style from './settings.module.css'
import { useAct } from './use-act.ts'

type Person = OperatorAnswer<'listPeople'>['items'][number]

/** Who can sign in at the screens, and what they may do there. */
export function People() {
  const say = useWords(ownerWords)
  const people = useQuery({ queryKey: ['people'], queryFn: () => operator('listPeople') })
  if (people.isPending) return <Loading />
  if (people.isLoadingError) return <Failed error={people.error} retry={() => void people.refetch()} />
  return (
    <Page title={say('people')} text={say('people_text')}>
      <Part title={say('add_person')}>
        <NewPerson />
      </Part>
      <Part title={say('people')}>
        <table className={style['table']}>
          <tbody>
            {people.data.items.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </tbody>
        </table>
      </Part>
    </Page>
  )
}

const useRoles = () => {
  const say = useWords(doorWords)
  return roleNames.map((value) => ({ value, label: say(`role_${value}`) }))
}

const onlyDigits = (text: string) => text.replace(/\D/g, '')

function NewPerson() {
  const say = useWords(ownerWords)
  const roles = useRoles()
  const faultOf = useFaultOf()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('cashier')
  const [pin, setPin] = useState('')
  const add = useAct('people', () => operator('createPerson', { body: { name: name.trim(), role, pin } }))
  const submit = () =>
    add.mutate(undefined, {
      onSuccess: () => {
        setName('')
        setPin('')
      },
    })
  return (
    <form className={style['row']} onSubmit={preventing(submit)}>
      <TextInput
        label={say('name')}
        value={name}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultOf(add.error, '/name')}
      />
      <Select
        label={say('role')}
        data={roles}
        value={role}
        allowDeselect={false}
        onChange={(next) => next && setRole(next)}
      />
      <PasswordInput
        label={say('pin')}
        description={say('pin_hint')}
        value={pin}
        inputMode="numeric"
        autoComplete="off"
        onChange={(event) => setPin(onlyDigits(event.currentTarget.value))}
        error={faultOf(add.error, '/pin')}
        miw={220}
      />
      <Button type="submit" loading={add.isPending} disabled={name.trim() === '' || pin === ''}>
        {say('add')}
      </Button>
    </form>
  )
}

function PersonRow({ person }: { readonly person: Person }) {
  const say = useWords(ownerWords)
  const roles = useRoles()
  const faultOf = useFaultOf()
  const [isAsking, setAsking] = useState(false)
  const params = { id: person.id }
  const setRole = useAct('people', (role: Role) => operator('setRole', { params, body: { role } }))
  const able = useAct('people', () =>
    operator(person.disabled_at === null ? 'disablePerson' : 'enablePerson', { params, body: {} }),
  )
  const failure = setRole.error ?? able.error
  return (
    <tr>
      <th scope="row">
        <bdi>{person.name}</bdi>
      </th>
      <td>
        <Select
          aria-label={say('role_of', { name: person.name })}
          data={roles}
          value={person.role}
          allowDeselect={false}
          disabled={person.disabled_at !== null}
          onChange={(next) => next && setRole.mutate(next)}
        />
      </td>
      <td>
        {person.disabled_at !== null && <strong>{say('disabled')}</strong>}
        {person.wrong_pins > 0 && <span className="quiet">{say('wrong_pins', { count: person.wrong_pins })}</span>}
        {failure && <span role="alert">{faultOf(failure)}</span>}
      </td>
      <td>
        <div className={style['acts']}>
          <Button variant="default" onClick={() => setAsking(true)}>
            {say('new_pin')}
          </Button>
          <Button variant="default" loading={able.isPending} onClick={() => able.mutate(undefined)}>
            {say(person.disabled_at === null ? 'disable' : 'enable')}
          </Button>
        </div>
        {isAsking && <NewPin person={person} close={() => setAsking(false)} />}
      </td>
    </tr>
  )
}

function NewPin({ person, close }: { readonly person: Person; close(): void }) {
  const say = useWords(ownerWords)
  const faultOf = useFaultOf()
  const [pin, setPin] = useState('')
  const change = useAct('people', () => operator('setPin', { params: { id: person.id }, body: { pin } }))
  return (
    <Dialog
      title={say('new_pin_of', { name: person.name })}
      isOpen
      act={say('new_pin')}
      canAct={pin !== ''}
      isBusy={change.isPending}
      onAct={() => change.mutate(undefined, { onSuccess: close })}
      onClose={close}
    >
      <PasswordInput
        label={say('pin')}
        description={say('pin_hint')}
        value={pin}
        inputMode="numeric"
        autoComplete="off"
        data-autofocus
        onChange={(event) => setPin(onlyDigits(event.currentTarget.value))}
      />
      {change.isError && (
        <Alert color="red" variant="light" role="alert">
          {faultOf(change.error, '/pin')}
        </Alert>
      )}
    </Dialog>
  )
}
