import type { z } from 'zod'
import type { sendingStateSchema } from '../../../../shared/api/operator/health.ts'
import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import { seesCompany } from '../../../../shared/domain/outlet.ts'
import type { Caller } from '../../http/access.ts'
import { type CallTo, companyNamed, type OperatorHandlers, ok } from '../../http/call.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Clock } from '../../ports.ts'
import type { Acts, Companies } from '../../store/port/port.ts'
import type { Pause, SendingPauses } from './sending-pauses.ts'

interface SendingDeps {
  readonly pauses: SendingPauses
  readonly companies: Companies
  readonly clock: Clock
  readonly outbox: Pick<Outbox, 'mended'>
  readonly acts: Pick<Acts, 'add'>
}

export const sendingRoutes = (deps: SendingDeps) =>
  ({
    sending: async ({ caller }) => ok(await stateOf(deps, caller)),
    pauseSending: async (call) => {
      const { paused, pause } = await askOf(deps, call)
      await deps.pauses.pause(paused, pause)
      return ok(await stateOf(deps, call.caller))
    },
    resumeSending: async (call) => {
      const { paused, pause } = await askOf(deps, call)
      await deps.pauses.resume(paused, pause)
      for (const { profile } of await deps.companies.list())
        if (deps.pauses.of(profile.companyGuid) === null) deps.outbox.mended(profile.companyGuid)
      return ok(await stateOf(deps, call.caller))
    },
    trySending: async ({ caller }) => {
      const tried = { at: deps.clock.now(), by: caller.by, type: 'sending_tried' }
      // If another process sends, it reads in the log of acts that it is asked.
      for (const { profile } of await deps.companies.list())
        if (seesCompany(caller, profile.companyGuid) && !deps.outbox.mended(profile.companyGuid))
          await deps.acts.add({ ...tried, facts: { company_guid: profile.companyGuid } })
      return ok(await stateOf(deps, caller))
    },
  }) satisfies Partial<OperatorHandlers>

/** @throws Fault company_not_found */
async function askOf({ companies, clock }: SendingDeps, { body, caller }: CallTo<'pauseSending'>) {
  const { company: code, reason = null } = body
  const company = code == null ? null : await companyNamed(companies, code, caller)
  const pause: Pause = { since: clock.now(), by: caller.by, reason }
  return { paused: company ? company.profile.companyGuid : caller.companyGuid, pause }
}

const shown = ({ since, by, reason }: Pause) => ({ since: toIsoTime(since), by, reason })

async function stateOf(
  { pauses, companies }: SendingDeps,
  caller: Caller,
): Promise<z.output<typeof sendingStateSchema>> {
  const everything = pauses.at(null)
  const visible = (await companies.list()).filter(({ profile }) => seesCompany(caller, profile.companyGuid))
  return {
    everything: everything && shown(everything),
    companies: visible.flatMap(({ profile }) => {
      const pause = pauses.at(profile.companyGuid)
      return pause ? [{ company: profile.companyCode, ...shown(pause) }] : []
    }),
  }
}
