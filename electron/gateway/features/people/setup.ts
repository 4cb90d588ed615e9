import { Fault } from '../../../../shared/api/faults.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import { validationFailed } from '../../http/findings.ts'
import type { PeopleDeps, SetupState } from './deps.ts'
import { openSession } from './session.ts'
import { assertRight } from './session-pin.ts'

/** Open, because nobody can sign in yet; it says nothing of what is kept here. */
export const showSetup =
  ({ people, installation }: PeopleDeps): OperatorHandler<'setup'> =>
  async () =>
    ok({ needed: !(await people.hasOwner()), ...installation } satisfies SetupState)

/** The first owner comes in with the code that only who started the gateway has seen (contract 1). */
export const setUp =
  (deps: PeopleDeps): OperatorHandler<'setUp'> =>
  async ({ body }) => {
    const { people, pins, setupCodes, randomness, clock } = deps
    const { code, name, pin, language } = body
    if (await people.hasOwner()) throw new Fault('route_not_found', { says: 'set_up_already' })
    const verdict = setupCodes.redeem(code)
    if (verdict.kind !== 'right') deps.refused()
    assertRight(verdict, {
      pointer: '/code',
      code: 'wrong_setup_code',
      otherKind: 'wrong_setup_code',
    })
    const id = randomness.guid()
    const owner = { id, name, role: 'owner', outlets: [], language: language ?? null, createdAt: clock.now() } as const
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
    const person = { ...owner, wrongPins: 0, codeUntil: null, disabledAt: null }
    return ok(await openSession(deps, person, deps.sessions.endingsOf(id)))
  }
