import { mkdirSync } from 'node:fs'
import { resolve, sep } from 'node:path'
import type { Access } from '../../http/access.ts'
import type { Log, Secrets } from '../../ports.ts'
import type { DropFolderSettings } from '../../settings/settings.ts'
import { BadConfiguration } from '../../settings/values.ts'
import type { Companies } from '../../store/port/port.ts'
import type { ChangeNotifier } from '../records/changes.ts'
import type { AskGateway } from './documents.ts'
import { DropFolder } from './drop-folder.ts'

export interface OpenDropDeps {
  readonly settings: { readonly drop: DropFolderSettings | null; readonly dataDir: string }
  readonly inject: (ask: Injected) => Promise<{ readonly statusCode: number; readonly payload: string }>
  readonly access: Access
  readonly companies: Companies
  readonly secrets: Secrets
  readonly changes: ChangeNotifier
  readonly log: Log
}

interface Injected {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: Buffer
}

const secretName = 'drop-folder/token'

/**
 * @param host as requests name it, with the port
 * @throws BadConfiguration if the folder cannot be used, or the company is not known
 */
export async function openDropFolder(deps: OpenDropDeps, host: string): Promise<DropFolder | null> {
  const { settings, inject, companies, changes, log } = deps
  if (settings.drop === null) return null
  const { directory, companyCode, lookMs } = settings.drop
  makeDirectory(directory, settings.dataDir)
  const company = companyCode === null ? null : await companies.byCode(companyCode)
  if (company === null && companyCode !== null)
    throw new BadConfiguration(`RESIT_DROP_COMPANY: there is no company “${companyCode}”. Import it first.`)
  let token: string | null = null
  const ask: AskGateway = async ({ method, path, headers, body }) => {
    // Made late: on a full disk the gateway starts all the same.
    token ??= await tokenFor(deps, company?.profile.companyGuid ?? null)
    const answer = await inject({
      method,
      url: path,
      headers: { host, authorization: `Bearer ${token}`, ...headers },
      ...(body && { payload: body }),
    })
    return { status: answer.statusCode, text: answer.payload }
  }
  const folder = new DropFolder({ directory, lookMs, ask, changes, log })
  folder.start()
  return folder
}

function makeDirectory(directory: string, dataDir: string): void {
  const isInside = `${resolve(directory)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`)
  if (isInside) throw new BadConfiguration('RESIT_DROP_DIR must be a folder of its own, outside the data directory.')
  try {
    // The parent folder must exist: a path that is mistyped or not mounted is not made.
    mkdirSync(directory)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return
    throw new BadConfiguration(`RESIT_DROP_DIR: the folder ${directory} is not there and cannot be made.`, { cause })
  }
}

/**
 * The folder's token can be listed and revoked like any other. A revoked one is replaced at the next start, because the
 * setting still asks for the folder.
 */
async function tokenFor({ access, secrets }: OpenDropDeps, companyGuid: string | null): Promise<string> {
  const kept = await secrets.get(secretName)
  const caller = kept === null ? null : await access.callerWith(kept)
  if (kept !== null && caller?.companyGuid === companyGuid) return kept
  // The token was for another company, or for all.
  if (caller) await access.revoke(caller.id, 'gateway')
  const { secret } = await access.create({ name: 'Drop folder', scopes: ['submit', 'read'], companyGuid }, 'gateway')
  await secrets.set(secretName, secret)
  return secret
}
