import { useHotkeys } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Command, functionKeys } from './command.ts'

type Offers = ReadonlyMap<symbol, readonly Command[]>

interface Offering {
  offer(owner: symbol, commands: readonly Command[]): void
  withdraw(owner: symbol): void
}

// Apart from one another: whoever offers must not be drawn anew by what is offered, or a list that is made anew with
// every drawing would be offered without end.
const OfferingContext = createContext<Offering | null>(null)
const OfferedContext = createContext<readonly Command[]>([])

/** Knows what can be done now, and does it when its key is pressed. */
export function Commands({ children }: { readonly children: ReactNode }) {
  const [offers, setOffers] = useState<Offers>(new Map())
  /** Those of the screen come after those of the shell, and take a key from them. */
  const commands = useMemo(() => [...offers.values()].flat(), [offers])
  const [offering] = useState<Offering>(() => ({
    offer: (owner, offered) => setOffers((known) => new Map(known).set(owner, offered)),
    withdraw: (owner) => setOffers((known) => new Map([...known].filter(([other]) => other !== owner))),
  }))
  useHotkeys(
    functionKeys.map((key) => [
      key,
      () => {
        const command = commands.findLast((offered) => offered.key === key)
        if (command && !command.hindrance) command.run()
      },
    ]),
    [],
  )
  return (
    <OfferingContext.Provider value={offering}>
      <OfferedContext.Provider value={commands}>{children}</OfferedContext.Provider>
    </OfferingContext.Provider>
  )
}

/** Offers commands for as long as the caller is on the screen. @param commands a stable list (useMemo) */
export function useOffer(commands: readonly Command[]): void {
  const offering = useContext(OfferingContext)
  if (!offering) throw new Error('commands are offered inside <Commands> only')
  const [owner] = useState(() => Symbol('screen'))
  useEffect(() => {
    offering.offer(owner, commands)
    return () => offering.withdraw(owner)
  }, [offering, owner, commands])
}

/** What can be done now; where two want a key, the screen's own. */
export function useOffered(): readonly Command[] {
  const commands = useContext(OfferedContext)
  return commands.filter(
    ({ key }, at) => key === undefined || commands.findLastIndex((other) => other.key === key) === at,
  )
}
