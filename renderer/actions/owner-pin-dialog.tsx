import { useEffect, useState } from 'react'
import { type PinQuestion, usePinQuestion } from '../gateway/owner-pin.ts'
import { usePinDigits } from '../gateway/people.ts'
import { useSession } from '../gateway/session.ts'
import { Confirm } from '../parts/dialog.tsx'
import { PinPad } from '../parts/pin.tsx'
import { actWords } from '../words/acts.ts'
import { useWords } from '../words/language.ts'
import { ownerPinWords } from '../words/owner-pin.ts'

/** The dialog for the owner's PIN. `confirmed` opens it. */
export function OwnerPinDialog() {
  const asking = usePinQuestion()
  return asking === null ? null : <Question key={asking.id} asking={asking} />
}

const isNamed = (act: string): act is keyof typeof ownerPinWords.en => act in ownerPinWords.en

function Question({ asking }: { readonly asking: PinQuestion }) {
  const say = useWords(actWords)
  const sayAct = useWords(ownerPinWords)
  const [pin, setPin] = useState('')
  const [isAnswered, setAnswered] = useState(false)
  const { id, name } = useSession().operator
  const digits = usePinDigits(id)
  const answer = () => {
    setAnswered(true)
    asking.answer(pin)
  }
  // As at the sign-in, the last digit confirms, also if it came before the length of the PIN was known.
  const isWhole = pin.length === digits
  useEffect(() => {
    if (isWhole) asking.answer(pin)
  }, [isWhole, pin, asking])
  // If the screen is locked or left, the question ends without a PIN.
  useEffect(() => () => asking.answer(null), [asking])
  return (
    <Confirm
      title={say('owner_pin_title')}
      act={say('confirm')}
      canAct={pin !== ''}
      doing={{ isPending: isAnswered || isWhole, error: asking.refusal }}
      onAct={answer}
      onClose={() => asking.answer(null)}
    >
      {isNamed(asking.act) && <strong>{sayAct(asking.act)}</strong>}
      <p>{say(`owner_pin_${asking.rule}`)}</p>
      <PinPad fields={[{ label: say('owner_pin', { name }), value: pin, onPin: setPin, 'data-autofocus': true }]} />
    </Confirm>
  )
}
