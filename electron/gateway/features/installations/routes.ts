import { stat } from 'node:fs/promises'
import type { z } from 'zod'
import { Fault, validationFailed } from '../../../../shared/api/faults.ts'
import type { companySavedSchema } from '../../../../shared/api/operator/companies.ts'
import type { doctorSchema } from '../../../../shared/api/operator/upkeep.ts'
import { toIsoTime } from '../../../../shared/api/record-to-wire.ts'
import type { WireProblem } from '../../../../shared/api/shapes/problem.ts'
import {
  type EnvironmentKind,
  type MyInvoisEnvironment,
  myInvoisEnvironments,
} from '../../../../shared/domain/installation.ts'
import { type Language, say } from '../../../../shared/words/words.ts'
import { type Call, type CallWithParam, type OperatorHandler, type OperatorHandlers, ok } from '../../http/call.ts'
import type { Clock, InstallationCall, Installations } from '../../ports.ts'
import type { CopyStatus } from '../../store/port/copy.ts'
import { verdictOf } from '../health/monitor.ts'

export interface InstallationDeps {
  /** Null if the host cannot change installations. */
  readonly installations: Installations | null
  readonly clock: Clock
  /** Null if the database is not copied. */
  readonly copy: { status(): Pick<CopyStatus, 'copiedAt' | 'backedUpAt'> } | null
}

type DoctorReport = z.output<typeof doctorSchema>

type Saved = z.output<typeof companySavedSchema>

export const installationsRoutes = (deps: InstallationDeps) =>
  ({
    installations: async () => {
      const { installations: way } = deps
      const kept = way?.kept()
      const items = myInvoisEnvironments.map((name) => ({
        name,
        company: kept?.[name]?.company ?? null,
        has_credentials: kept?.[name]?.hasCredentials ?? false,
        has_certificate: kept?.[name]?.hasCertificate ?? false,
        checked_at: kept?.[name]?.checkedAt ?? null,
        used_at: kept?.[name]?.usedAt ?? null,
      }))
      const restored = way?.restored() ?? null
      return ok({
        here: way?.here ?? null,
        restored: restored && { ...restored, at: toIsoTime(restored.at) },
        items,
      })
    },
    prepareCompany: async (call) => {
      const { name, way } = preparing(deps, call)
      const saved = await asked(way, name, { ...posted('companies', call.json), language: call.language })
      way.keep(name, { company: { ...call.json }, checkedAt: null })
      return ok(saved as Saved)
    },
    prepareCredentials: async (call) => {
      const { name, way } = preparing(deps, call)
      const saved = await asked(way, name, { ...posted('companies/credentials', call.json), language: call.language })
      const hasCertificate = call.body.CERTIFICATE != null && { hasCertificate: true }
      way.keep(name, { hasCredentials: true, checkedAt: null, ...hasCertificate })
      return ok(saved as Saved)
    },
    checkInstallation: checkInstallation(deps),
    chooseInstallation: async (call) => {
      const { installation } = call.body
      const way = movable(deps)
      if (installation === way.here) return ok({ installation })
      if (installation !== 'practice') await makeReady(way, installation, call)
      way.choose(installation)
      return ok({ installation })
    },
    restore: restore(deps),
  }) satisfies Partial<OperatorHandlers>

const posted = (path: string, body: unknown) => ({ method: 'POST', url: `/operator/v1/${path}`, body }) as const

/** Passes a refusal on unchanged. @throws Fault */
async function asked(way: Installations, name: MyInvoisEnvironment, call: InstallationCall): Promise<unknown> {
  const answer = await way.ask(name, call)
  if (isGood(answer)) return answer.body
  const told = answer.body as WireProblem
  throw new Fault(told.code, { told })
}

/** The checks that concern the company and MyInvois; the others concern this computer. */
const ofCompany = /^(authority|certificate|companies|clock|gateway)\b/

const checkInstallation =
  (deps: InstallationDeps): OperatorHandler<'checkInstallation'> =>
  async (call) => {
    const { name, way } = preparing(deps, call)
    const { language } = call
    const told = await asked(way, name, { method: 'GET', url: '/operator/v1/doctor', language })
    const checks = (told as DoctorReport).checks.filter(({ name: of }) => ofCompany.test(of))
    const isReached = checks.some(({ name: of, verdict }) => of.startsWith('authority ') && verdict === 'good')
    if (isReached) checks.push(await ownTin(way, name, language))
    const isFit = isReached && !checks.some(({ verdict }) => verdict === 'bad')
    way.keep(name, { checkedAt: isFit ? toIsoTime(deps.clock.now()) : null })
    return ok({ verdict: verdictOf(checks), checks })
  }

/** The authority would refuse every document of a company whose own numbers do not belong together. */
async function ownTin(
  way: Installations,
  name: MyInvoisEnvironment,
  language: Language,
): Promise<DoctorReport['checks'][number]> {
  const { TIN, ID_TYPE, ID_NUMBER, NAME } = way.kept()[name]?.company ?? {}
  const body = { customer_tin: TIN, customer_idtype: ID_TYPE, customer_idnum: ID_NUMBER }
  const answer = await way.ask(name, { method: 'POST', url: '/v1/taxauth/tin_validation', body, language })
  const valid = isGood(answer) ? (answer.body as { readonly valid: boolean }).valid : null
  const [verdict, says] =
    valid === null
      ? (['warning', 'tin_not_asked'] as const)
      : valid
        ? (['good', 'tin_belongs'] as const)
        : (['bad', 'tin_of_nobody'] as const)
  return { name: 'tin', verdict, message: say(language, 'status', says, { company: String(NAME) }) }
}

/** Before the first start of an installation. @throws Fault installation_denied if it was not checked */
async function makeReady(way: Installations, name: MyInvoisEnvironment, { caller }: Call): Promise<void> {
  const prepared = way.kept()[name]
  if (prepared?.usedAt) return
  if (!prepared?.checkedAt) throw new Fault('installation_denied', { says: 'installation_unready' })
  await way.carryOver(name, caller.by)
}

/** @throws Fault installation_denied if it runs or ran before: then its own screens set it up */
function preparing(deps: InstallationDeps, { params }: CallWithParam<'name'>) {
  const way = movable(deps)
  const name = myInvoisEnvironments.find((each) => each === params.name)
  if (name === undefined) throw new Fault('route_not_found')
  if (name === way.here || way.kept()[name]?.usedAt)
    throw new Fault('installation_denied', { says: 'installation_used' })
  return { name, way }
}

function movable({ installations }: InstallationDeps): Installations & { readonly here: EnvironmentKind } {
  const here = installations?.here ?? null
  if (installations === null || here === null) throw new Fault('installation_denied', { says: 'installation_told' })
  return installations as Installations & { readonly here: EnvironmentKind }
}

const isGood = ({ status }: Awaited<ReturnType<Installations['ask']>>): boolean => status === 200

const restore =
  ({ installations, copy }: InstallationDeps): OperatorHandler<'restore'> =>
  async ({ body: { file } }) => {
    if (installations === null) throw new Fault('installation_denied', { says: 'installation_told' })
    // Checked first: a mistyped name must neither stop the tills nor sign people out.
    const { copiedAt, backedUpAt } = copy?.status() ?? { copiedAt: null, backedUpAt: null }
    const found = file === null ? null : await stat(file).catch(() => null)
    const isThere = file === null ? (copiedAt ?? backedUpAt) !== null : found?.isFile()
    if (!isThere) throw validationFailed([{ pointer: '/file', code: 'file_missing' }])
    installations.restore(file)
    return ok({ file })
  }
