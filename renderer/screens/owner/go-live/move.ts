import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorAnswer } from '../../../../shared/api/operator-client.ts'
import type { InstallationName } from '../../../../shared/domain/installation.ts'
import { operator } from '../../../gateway/api.ts'
import { forgetToken, setOut, useDestination } from '../../../gateway/session.ts'

const lookEveryMs = 200
const patienceMs = 90_000

export type Installations = OperatorAnswer<'installations'>

export type Move = ReturnType<typeof useMove>

/** The gateway begins in another place, and this page with it. */
export function useMove() {
  const to = useDestination()
  const [stayedFrom, setStayed] = useState<InstallationName | null>(null)
  const move = useMutation({
    mutationFn: async (wanted: InstallationName) => {
      setStayed(null)
      await operator('chooseInstallation', { body: { installation: wanted } })
      setOut(wanted)
      if (await hasArrived(wanted)) {
        // No one is signed in there, and nothing of this place is shown there.
        forgetToken()
        window.location.hash = '#/sales'
        window.location.reload()
        return
      }
      setOut(null)
      setStayed(wanted)
    },
  })
  // `to`: where to, while it goes on; `stayedFrom`: it went nowhere, for that one could not be started.
  return { to, stayedFrom, error: move.error, begin: (wanted: InstallationName) => move.mutate(wanted) }
}

/** It answers there; or in the old place again, after it was away. */
const hasArrived = async (wanted: InstallationName): Promise<boolean> =>
  (await untilAnswered(patienceMs, (mode, wasAway) => mode === wanted || wasAway)) === wanted

type Mode = OperatorAnswer<'setup'>['mode']

/** @returns where the gateway answers once that is enough; null if it was not in this time */
export async function untilAnswered(
  withinMs: number,
  isEnough: (mode: Mode, wasAway: boolean) => boolean,
): Promise<Mode | null> {
  const until = performance.now() + withinMs
  let wasAway = false
  while (performance.now() < until) {
    const mode = await operator('setup').then(
      (told) => told.mode,
      () => null,
    )
    if (mode !== null && isEnough(mode, wasAway)) return mode
    wasAway ||= mode === null
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
  return null
}
