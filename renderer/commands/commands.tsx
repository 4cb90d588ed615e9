import { useHotkeys } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Command, functionKeys } from './command.ts'

/** Later places take a key from earlier ones. */
const places = ['shell', 'screen'] as const
type Place = (typeof places)[number]

interface Offer {
  readonly place: Place
  readonly commands: readonly Command[]
}
type Offers = ReadonlyMap<symbol, Offer>

interface Offering {
  offer(owner: symbol, offer: Offer): void
  withdraw(owner: symbol): void
}

// Apart from one another: a screen that offers is not drawn again by what is offered.
const OfferingContext = createContext<Offering | null>(null)
const OfferedContext = createContext<readonly Command[]>([])

/** Knows what can be done now, and does it when its key is pressed. */
export function Commands({ children }: { readonly children: ReactNode }) {
  const [offers, setOffers] = useState<Offers>(new Map())
  const commands = useMemo(() => {
    const all = [...offers.values()]
    return places.flatMap((place) => all.filter((each) => each.place === place).flatMap((each) => each.commands))
  }, [offers])
  const [offering] = useState<Offering>(() => ({
    offer: (owner, offered) =>
      setOffers((known) =>
        shownOf(known.get(owner)) === shownOf(offered) ? known : new Map(known).set(owner, offered),
      ),
    withdraw: (owner) => setOffers((known) => new Map([...known].filter(([other]) => other !== owner))),
  }))
  useHotkeys(
    functionKeys.map((key) => [
      key,
      () => {
        // A question on the screen is answered first: no key reaches through it and takes away what was typed.
        if (document.querySelector('[data-question]') !== null) return
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

/** Offers commands for as long as the caller is on the screen; what runs is always what was drawn last. */
export function useOffer(commands: readonly Command[], place: Place = 'screen'): void {
  const offering = useContext(OfferingContext)
  if (!offering) throw new Error('commands are offered inside <Commands> only')
  const [owner] = useState(() => Symbol('screen'))
  const latest = useRef(commands)
  // Before it is drawn: what a person sees can be done, its key does, however busy the machine is.
  useLayoutEffect(() => {
    latest.current = commands
    const run = (id: string) => latest.current.find((command) => command.id === id)?.run()
    offering.offer(owner, { place, commands: commands.map((each) => ({ ...each, run: () => run(each.id) })) })
  })
  useLayoutEffect(() => () => offering.withdraw(owner), [offering, owner])
}

/** A list is made again with every drawing: it counts as another one only if something else is shown of it. */
const shownOf = (offer: Offer | undefined): string =>
  JSON.stringify(offer?.commands.map(({ id, key, label, hindrance }) => [id, key, label, hindrance]))

/** What can be done now; where two want a key, the screen's own. */
export function useOffered(): readonly Command[] {
  const commands = useContext(OfferedContext)
  return commands.filter(
    ({ key }, at) => key === undefined || commands.findLastIndex((other) => other.key === key) === at,
  )
}
