import { useHotkeys } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Command, functionKeys } from './command.ts'

interface Registry {
  /** Those of the screen come after those of the shell, and take a key from them. */
  readonly commands: readonly Command[]
  offer(owner: symbol, commands: readonly Command[]): void
  withdraw(owner: symbol): void
}

const CommandsContext = createContext<Registry | null>(null)

/** Knows what can be done now, and does it when its key is pressed. */
export function Commands({ children }: { readonly children: ReactNode }) {
  const [offers, setOffers] = useState<ReadonlyMap<symbol, readonly Command[]>>(new Map())
  const commands = useMemo(() => [...offers.values()].flat(), [offers])
  const registry = useMemo<Registry>(
    () => ({
      commands,
      offer: (owner, offered) => setOffers((known) => new Map(known).set(owner, offered)),
      withdraw: (owner) => setOffers((known) => new Map([...known].filter(([other]) => other !== owner))),
    }),
    [commands],
  )
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
  return <CommandsContext.Provider value={registry}>{children}</CommandsContext.Provider>
}

function useRegistry(): Registry {
  const registry = useContext(CommandsContext)
  if (!registry) throw new Error('commands are offered inside <Commands> only')
  return registry
}

/** Offers commands for as long as the caller is on the screen. @param commands a stable list (useMemo) */
export function useOffer(commands: readonly Command[]): void {
  const { offer, withdraw } = useRegistry()
  const [owner] = useState(() => Symbol('screen'))
  useEffect(() => {
    offer(owner, commands)
    return () => withdraw(owner)
    // The registry is made anew with every offer; offering again for that would never end.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [owner, commands])
}

/** What can be done now; where two want a key, the screen's own. */
export function useOffered(): readonly Command[] {
  const { commands } = useRegistry()
  return commands.filter(
    ({ key }, at) => key === undefined || commands.findLastIndex((other) => other.key === key) === at,
  )
}
