import type { z } from 'zod'
import { Fault } from '../../../shared/catalogue/faults.ts'
import type { setupAsk, setupStanding } from '../../../shared/catalogue/shapes/people.ts'
import type { SetupCodes } from '../access.ts'
import { type Handler, ok } from '../http/call.ts'
import { validationFailed } from '../http/findings.ts'
import type { Randomness } from '../ports.ts'
import { openSession, type SessionParts } from './session.ts'
import { assertRight } from './session-pin.ts'

type Standing = z.output<typeof setupStanding>

export interface SetupParts extends SessionParts {
  readonly randomness: Randomness
  readonly setupCodes: SetupCodes
  /** A wrong code was given: many of them are an attack. */
  readonly refused: () => void
  /** Whose practice or authority this gateway works for. */
  readonly installation: Omit<Standing, 'needed'>
}

/** Open, because nobody can sign in yet; it says nothing of what is kept here. */
export const showSetup =
  ({ people, installation }: SetupParts): Handler =>
  async () =>
    ok({ needed: !(await people.hasOwner()), ...installation } satisfies Standing)

/** The first owner comes in with the code that only who started the gateway has seen (contract 1). */
export const setUp =
  (parts: SetupParts): Handler =>
  async ({ body }) => {
    const { people, pins, setupCodes, randomness, clock } = parts
    const { code, name, pin, language } = body as z.output<typeof setupAsk>
    if (await people.hasOwner()) throw new Fault('route_not_found', { says: 'set_up_already' })
    const verdict = setupCodes.redeem(code)
    if (verdict.kind !== 'right') parts.refused()
    assertRight(verdict, {
      pointer: '/code',
      code: 'wrong_setup_code',
      otherKind: 'wrong_setup_code',
    })
    const id = randomness.guid()
    const owner = { id, name, role: 'owner', language: language ?? null, createdAt: clock.now() } as const
    const created = await pins
      .make(pin)
      .then((kept) => people.create(owner, kept, 'setup'))
      .catch((cause: unknown) => {
        setupCodes.renew()
        throw cause
      })
    if (created === 'name_taken') {
      setupCodes.renew()
      throw validationFailed([{ pointer: '/name', code: 'name_taken' }])
    }
    const operator = { ...owner, wrongPins: 0, codeUntil: null, disabledAt: null }
    return ok(await openSession(parts, operator, parts.sessions.endingsOf(id)))
  }
