import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { OperatorAnswer } from '../../../../shared/api/operator-client.ts'
import type { EnvironmentKind } from '../../../../shared/domain/installation.ts'
import { operator } from '../../../gateway/api.ts'
import { forgetToken, setTargetInstallation, useTargetInstallation } from '../../../gateway/session.ts'

const lookEveryMs = 200
const patienceMs = 90_000

export type Installations = OperatorAnswer<'installations'>

export type InstallationChange = ReturnType<typeof useInstallationChange>

/** Changes the gateway to another installation, and reloads this page there. */
export function useInstallationChange() {
  const to = useTargetInstallation()
  const [stayedFrom, setStayed] = useState<EnvironmentKind | null>(null)
  const move = useMutation({
    mutationFn: async (wanted: EnvironmentKind) => {
      setStayed(null)
      await operator('chooseInstallation', { body: { installation: wanted } })
      setTargetInstallation(wanted)
      if (await hasArrived(wanted)) {
        // The session is not valid there, and nothing of this installation may be shown there.
        forgetToken()
        window.location.hash = '#/sales'
        window.location.reload()
        return
      }
      setTargetInstallation(null)
      setStayed(wanted)
    },
  })
  // `to`: the installation it changes to now. `stayedFrom`: the one that could not be started.
  return { to, stayedFrom, error: move.error, begin: (wanted: EnvironmentKind) => move.mutate(wanted) }
}

/** Whether the gateway answers in the wanted installation. If it was away and is back in the old one, it failed. */
const hasArrived = async (wanted: EnvironmentKind): Promise<boolean> =>
  (await waitForGatewayMode(patienceMs, (mode, wasAway) => mode === wanted || wasAway)) === wanted

type Mode = OperatorAnswer<'setup'>['mode']

/** @returns the mode in which the gateway answers, once `isEnough`; null if that takes too long */
export async function waitForGatewayMode(
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
