import { Button, createScopedKeydownHandler, Stack, UnstyledButton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { OperatorAnswer } from '../../../shared/api/operator-client.ts'
import { operator } from '../../gateway/api.ts'
import { forgetCopiesInMemory } from '../../gateway/copies.ts'
import { signOut } from '../../gateway/leave.ts'
import { usePinDigits, useSignInPeople } from '../../gateway/people.ts'
import { isOtherPerson, type Session, setSignedIn, setUnlocked, useSessionState } from '../../gateway/session.ts'
import { withPreventDefault } from '../../parts/forms.ts'
import { PinPad, shortestPin } from '../../parts/pin.tsx'
import { PageTitle } from '../../parts/section.tsx'
import { Empty, Notice, QueryState, useErrorSentence } from '../../parts/states.tsx'
import { router } from '../../router.tsx'
import { signInWords } from '../../words/door.ts'
import { changeLanguage, useWords } from '../../words/language.ts'
import { ChoosePin } from './choose-pin.tsx'
import style from './sign-in-frame.module.css'

type Person = OperatorAnswer<'peopleNames'>['items'][number]

export function SignIn() {
  const say = useWords(signInWords)
  const { hasExpired } = useSessionState()
  const [person, setPerson] = useState<Person | null>(null)
  return (
    <Stack className={style['card']} gap="lg">
      {hasExpired && <Notice tone="calm">{say('expired')}</Notice>}
      {person === null ? (
        <People choose={setPerson} />
      ) : (
        <Entering person={person} somebodyElse={() => setPerson(null)} />
      )}
    </Stack>
  )
}

function Entering({ person, somebodyElse }: { readonly person: Person; somebodyElse(): void }) {
  const say = useWords(signInWords)
  const queries = useQueryClient()
  const { id, name, role } = person
  if (person.pin_digits !== null)
    return (
      <PinEntryForm
        person={person}
        enter={async (pin) => comeIn(person, await operator('signIn', { body: { operator: id, pin } }))}
        somebodyElse={somebodyElse}
      />
    )
  const choose = async (code: string, pin: string) => {
    const session = await operator('choosePin', { body: { operator: id, one_time_code: code, pin } })
    // This person has a PIN now, so the list is fetched again.
    void queries.invalidateQueries({ queryKey: ['people-names'] })
    comeIn(person, session)
  }
  return (
    <>
      <ChoosePin
        title={say('choose_pin_of', { name })}
        text={say('choose_pin_text')}
        codeLabel={say('one_time_code')}
        pinLabel={say('own_pin')}
        ofRole={role}
        act={say('choose_and_sign_in')}
        choose={choose}
      />
      <Button variant="subtle" onClick={somebodyElse}>
        {say('who_else')}
      </Button>
    </>
  )
}

function comeIn(person: Person, session: Session): void {
  if (session.operator.language !== null) void changeLanguage(session.operator.language)
  // The last address may belong to a screen that this person may not open.
  if (isOtherPerson(person.id)) {
    forgetCopiesInMemory()
    void router.navigate({ to: '/', replace: true })
  }
  setSignedIn(session)
}

const row = { parentSelector: '[data-people]', siblingSelector: 'button', dir: 'ltr' } as const
const moveDown = createScopedKeydownHandler({ ...row, orientation: 'vertical' })
/** The arrow keys move the focus from person to person. */
const moveByArrow = createScopedKeydownHandler({ ...row, orientation: 'horizontal', onKeyDown: moveDown })

function People({ choose }: { choose(person: Person): void }) {
  const say = useWords(signInWords)
  const people = useSignInPeople()
  if (!people.data) return <QueryState query={people} />
  if (people.data.items.length === 0) return <Empty title={say('no_people')} next={say('no_people_next')} />
  return (
    <>
      <PageTitle>{say('who')}</PageTitle>
      <div className={style['people']} data-people>
        {people.data.items.map((person, at) => (
          <UnstyledButton
            key={person.id}
            className={style['person']}
            autoFocus={at === 0}
            onKeyDown={moveByArrow}
            onClick={() => choose(person)}
          >
            <bdi>{person.name}</bdi>
            <span className={style['role']}>{say(`role_${person.role}`)}</span>
          </UnstyledButton>
        ))}
      </div>
    </>
  )
}

/**
 * Asks for the PIN of the signed-in person and brings their screen back. If another person signs in, the session ends.
 */
export function Unlock({ session }: { readonly session: Session }) {
  const say = useWords(signInWords)
  const queries = useQueryClient()
  const enter = async (pin: string) => {
    setUnlocked(await operator('unlock', { body: { pin } }))
    // A screen does not keep saying that it is locked.
    void queries.resetQueries({ predicate: ({ state }) => state.status === 'error' })
  }
  return (
    <Stack className={style['card']} gap="lg">
      <Notice tone="calm">{say('locked')}</Notice>
      <PinEntryForm person={session.operator} enter={enter} somebodyElse={() => void signOut()} />
    </Stack>
  )
}

interface PinFormProps {
  readonly person: { readonly id: string; readonly name: string }
  /** Asks the gateway whether the PIN is right. */
  enter(pin: string): Promise<unknown>
  somebodyElse(): void
}

/** Asks for a person's PIN. It is checked with the last digit; a wrong one is cleared at once, but not what was typed since. */
function PinEntryForm({ person: { id, name }, enter, somebodyElse }: PinFormProps) {
  const say = useWords(signInWords)
  const sentenceOf = useErrorSentence()
  const queries = useQueryClient()
  const { isLocked } = useSessionState()
  const digits = usePinDigits(id)
  const [pin, setPin] = useState('')
  const entering = useMutation({
    mutationFn: enter,
    onError: (_, checked) => {
      if (pin === checked) setPin('')
      else if (pin.length === digits) entering.mutate(pin)
      // The person may have a new PIN with more digits.
      void queries.invalidateQueries({ queryKey: ['people-names'] })
    },
  })
  const error = entering.isError ? sentenceOf(entering.error) : null
  const submit = (typed: string) => {
    if (typed.length >= shortestPin && !entering.isPending) entering.mutate(typed)
  }
  const type = (text: string) => {
    // Digits typed while a PIN is checked are of the next try.
    const typed = entering.isPending && pin === entering.variables ? text.slice(pin.length) : text
    setPin(typed)
    if (typed.length === digits && typed.length > pin.length) submit(typed)
  }
  // A locked screen is left by its button alone.
  const onKeyDown = ({ key }: KeyboardEvent) =>
    key === 'Escape' && (pin === '' && !isLocked ? somebodyElse() : setPin(''))
  const field = { label: say('pin'), size: 'lg', value: pin, error, onPin: type, onKeyDown, autoFocus: true }
  return (
    <form onSubmit={withPreventDefault(() => submit(pin))}>
      <Stack gap="md">
        <PageTitle>{say('pin_of', { name })}</PageTitle>
        <PinPad fields={[field]} />
        <Button type="submit" size="lg" fullWidth loading={entering.isPending} disabled={pin.length < shortestPin}>
          {say('sign_in')}
        </Button>
        <Button variant="subtle" onClick={somebodyElse}>
          {say('who_else')}
        </Button>
      </Stack>
    </form>
  )
}
