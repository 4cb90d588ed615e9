import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { createGateway, type Gateway } from '../../electron/gateway/gateway.ts'
import { ensureDataDir } from '../../electron/gateway/installation/data-dir.ts'
import { secretsInFile } from '../../electron/gateway/installation/secrets.ts'
import { systemClock, systemRandomness } from '../../electron/gateway/platform/system.ts'
import type { GatewayPorts, Installations } from '../../electron/gateway/ports.ts'
import { readSettings } from '../../electron/gateway/settings/settings.ts'
import type { Environment } from '../../electron/gateway/settings/values.ts'
import type { EndpointCaller } from '../../shared/api/endpoint.ts'
import { type Scope, scopes } from '../../shared/api/scopes.ts'
import { createClient } from './client.ts'
import { storeFor } from './store-engine.ts'

/** Cheap PIN hashes: those of a shop take a tenth of a second and more each. */
export const cheapPins = { cost: 1024, blockSize: 8, parallelization: 1 }

/** Short intervals and pauses, because tests wait for results and not for the clock. */
export const brisk: Environment = {
  RESIT_POLL_INTERVAL_MS: '50',
  RESIT_RETRY_BASE_MS: '50',
  RESIT_LOOKUP_INTERVAL_MS: '100',
  RESIT_QUARANTINE_MS: '200',
  RESIT_REQUEST_TIMEOUT_MS: '2000',
  RESIT_CANCEL_WAIT_MS: '5000',
  RESIT_RATE_SCALE: '1000',
}

export interface TestGateway {
  readonly gateway: Gateway
  readonly dataDir: string
  /** Ends in /v1. */
  readonly baseUrl: string
  readonly port: number
  /** Makes a token and returns its secret. */
  token(options?: { readonly scopes?: readonly Scope[]; readonly companyGuid?: string }): Promise<string>
  client(options?: { readonly scopes?: readonly Scope[]; readonly companyGuid?: string }): Promise<EndpointCaller>
  /** Stops it. With `keep` its data directory stays, for a next gateway. */
  close(options?: { readonly keep?: boolean }): Promise<void>
}

export interface TestGatewayOptions {
  readonly env?: Environment
  /** The directory of a gateway that was closed with `keep`. */
  readonly dataDir?: string
  readonly ports?: Partial<GatewayPorts>
  /** A free port if absent. */
  readonly port?: number
  /** Whether it serves the built screens. */
  readonly withScreens?: boolean
  /** The installations that the owner can change to. */
  readonly installations?: Installations
}

/** A real gateway in this process: a real file, a real socket, the practice authority. */
export async function startGateway({
  env,
  dataDir,
  ports,
  port: asked = 0,
  withScreens = false,
  installations,
}: TestGatewayOptions = {}): Promise<TestGateway> {
  const path = dataDir ?? mkdtempSync(join(tmpdir(), 'resit-'))
  const settings = readSettings(['--data-dir', path, '--port', '0'], { ...brisk, ...env })
  const directory = ensureDataDir(path)
  const usual: GatewayPorts = {
    clock: systemClock,
    randomness: systemRandomness,
    log: pino({ level: process.env['RESIT_LOG_LEVEL'] ?? 'silent' }, pino.destination({ fd: 2, sync: true })),
    secrets: secretsInFile(directory.secrets),
    pinCost: cheapPins,
  }
  const screensDir = withScreens ? settings.screensDir : null
  const gateway = await createGateway(
    {
      settings,
      openStore: storeFor(directory),
      keepsPracticeLedger: true,
      screensDir,
      ...(installations && { installations }),
    },
    { ...usual, ...ports },
  )
  const port = await gateway.start(asked).catch(async (cause: unknown) => {
    await gateway.close()
    throw cause
  })
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const token: TestGateway['token'] = async (options) => {
    const response = await fetch(`http://127.0.0.1:${port}/operator/v1/tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.controlToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Till 1',
        // The scope admin is for all companies, so it is left out for one.
        scopes: options?.scopes ?? scopes.filter((scope) => scope !== 'admin' || options?.companyGuid === undefined),
        company: options?.companyGuid === undefined ? null : await codeOf(gateway, options.companyGuid),
      }),
    })
    const made = (await response.json()) as { readonly token: string }
    return made.token
  }
  return {
    gateway,
    dataDir: path,
    baseUrl,
    port,
    token,
    client: async (options) => createClient({ baseUrl, token: await token(options), fetch }),
    async close(options) {
      await gateway.close()
      if (!options?.keep) rmSync(path, { recursive: true, force: true })
    },
  }
}

async function codeOf({ store }: Gateway, companyGuid: string): Promise<string> {
  const company = await store.companies.byGuid(companyGuid)
  if (!company) throw new Error(`no company has the GUID ${companyGuid}`)
  return company.profile.companyCode
}
