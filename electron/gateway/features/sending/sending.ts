import type { z } from 'zod'
import type { sendingRows as rows, sendingState } from '../../../../shared/api/operator/sending.ts'
import { toWire } from '../../../../shared/api/record-to-wire.ts'
import type { Caller } from '../../http/access.ts'
import { type CallOf, companyNamed, type OperatorHandler, ok } from '../../http/call.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Clock } from '../../ports.ts'
import type { Companies } from '../../store/port/port.ts'
import type { Pause, Paused, SendingPauses } from './sending-pauses.ts'

export interface SendingDeps {
  readonly pauses: SendingPauses
  readonly companies: Companies
  readonly clock: Clock
  /** What was kept back may go. */
  readonly outbox: Pick<Outbox, 'mended'>
}

export const showSending =
  (deps: SendingDeps): OperatorHandler<'sending'> =>
  async ({ caller }) =>
    ok(await stateOf(deps, caller))

export const pauseSending =
  (deps: SendingDeps): OperatorHandler<'pauseSending'> =>
  async (call) => {
    const { paused, pause } = await askOf(deps, call)
    await deps.pauses.pause(paused, pause)
    return ok(await stateOf(deps, call.caller))
  }

export const resumeSending =
  (deps: SendingDeps): OperatorHandler<'resumeSending'> =>
  async (call) => {
    const { paused, pause } = await askOf(deps, call)
    await deps.pauses.resume(paused, pause)
    for (const { profile } of await deps.companies.list())
      if (deps.pauses.of(profile.companyGuid) === null) deps.outbox.mended(profile.companyGuid)
    return ok(await stateOf(deps, call.caller))
  }

interface Asked {
  readonly paused: Paused
  readonly pause: Pause
}

/** @throws Fault company_not_found, also for another's: whether that exists is nobody's business */
async function askOf(
  { companies, clock }: SendingDeps,
  { body, caller }: CallOf<(typeof rows)['pauseSending' | 'resumeSending']>,
): Promise<Asked> {
  const { company: code, reason } = body
  const pause = { since: clock.now(), by: caller.by, reason: reason ?? null }
  if (code == null) return { paused: caller.companyGuid, pause }
  return { paused: (await companyNamed(companies, code, caller)).profile.companyGuid, pause }
}

const shown = ({ since, by, reason }: Pause) => ({ since: toWire(since), by, reason })

async function stateOf(
  { pauses, companies }: SendingDeps,
  { companyGuid }: Caller,
): Promise<z.output<typeof sendingState>> {
  const everything = pauses.at(null)
  const visible = (await companies.list()).filter(
    ({ profile }) => companyGuid === null || companyGuid === profile.companyGuid,
  )
  return {
    everything: everything && shown(everything),
    companies: visible.flatMap(({ profile }) => {
      const pause = pauses.at(profile.companyGuid)
      return pause ? [{ company: profile.companyCode, ...shown(pause) }] : []
    }),
  }
}
