import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import { toWire } from '../../../shared/catalogue/record-to-wire.ts'
import type { sendingAsk, sendingStanding } from '../../../shared/catalogue/shapes/sending.ts'
import type { Caller } from '../access.ts'
import { type Call, type Handler, ok } from '../http/call.ts'
import type { Clock } from '../ports.ts'
import type { Companies } from '../store/port.ts'
import type { Pause, Paused, SendingPauses } from './sending-pauses.ts'

export interface SendingParts {
  readonly pauses: SendingPauses
  readonly companies: Companies
  readonly clock: Clock
  /** What was kept back may go. */
  readonly mended: (companyGuid: string) => void
}

export const showSending =
  (parts: SendingParts): Handler =>
  async ({ caller }) =>
    ok(await standing(parts, caller))

export const pauseSending =
  (parts: SendingParts): Handler =>
  async (call) => {
    const { paused, deed } = await askOf(parts, call)
    await parts.pauses.pause(paused, deed)
    return ok(await standing(parts, call.caller))
  }

export const resumeSending =
  (parts: SendingParts): Handler =>
  async (call) => {
    const { paused, deed } = await askOf(parts, call)
    await parts.pauses.resume(paused, deed)
    for (const { profile } of await parts.companies.list())
      if (parts.pauses.of(profile.companyGuid) === null) parts.mended(profile.companyGuid)
    return ok(await standing(parts, call.caller))
  }

interface Asked {
  readonly paused: Paused
  readonly deed: Pause
}

/** @throws Fault company_not_found, also for another's: whether that exists is nobody's business */
async function askOf({ companies, clock }: SendingParts, { body, caller }: Call): Promise<Asked> {
  const { company: code, reason } = body as z.output<typeof sendingAsk>
  const deed = { since: clock.now(), by: caller.by, reason: reason ?? null }
  if (code == null) return { paused: caller.companyGuid, deed }
  const guid = (await companies.byCode(code))?.profile.companyGuid
  if (guid === undefined || !(caller.companyGuid === null || caller.companyGuid === guid))
    throw new Fault('company_not_found')
  return { paused: guid, deed }
}

const shown = ({ since, by, reason }: Pause) => ({ since: toWire(since), by, reason })

async function standing(
  { pauses, companies }: SendingParts,
  { companyGuid }: Caller,
): Promise<z.output<typeof sendingStanding>> {
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
