import packageJson from '../../../../package.json' with { type: 'json' }
import { Fault } from '../../../../shared/api/faults.ts'
import { type InstallationName, installationNames } from '../../../../shared/domain/installation.ts'
import { type OperatorHandler, ok } from '../../http/call.ts'
import { validationFailed } from '../../http/findings.ts'
import type { Settings } from '../../settings/settings.ts'
import type { PeopleDeps } from './deps.ts'
import { openSession } from './session.ts'
import { assertRight } from './session-pin.ts'

/** Open, because nobody can sign in yet; it says nothing of what is kept here. */
export const showSetup =
  ({ people, settings: { authority, myinvois }, installations }: PeopleDeps): OperatorHandler<'setup'> =>
  async () =>
    ok({
      needed: !(await people.hasOwner()),
      mode: installations?.here ?? modeOf(authority, myinvois?.environment),
      authority,
      environment: myinvois?.environment ?? null,
      app_version: packageJson.version,
    })

const modeOf = (authority: Settings['authority'], environment?: string): InstallationName | null =>
  installationNames.find((name) => name === (authority === 'practice' ? authority : environment)) ?? null

/** The first owner comes in with the code that only who started the gateway has seen (contract 1). */
export const setUp =
  (deps: PeopleDeps): OperatorHandler<'setUp'> =>
  async ({ body }) => {
    const { people, pins, setupCodes, randomness, clock } = deps
    const { code, name, pin, language } = body
    if (await people.hasOwner()) throw new Fault('route_not_found', { says: 'set_up_already' })
    const verdict = setupCodes.redeem(code)
    if (verdict.kind !== 'right') deps.refusals.count('wrong_code')
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
