import { join } from 'node:path'
import { makePostgresOpener } from '../../gateway/compose/postgres.ts'
import { createGateway } from '../../gateway/gateway.ts'
import { ensureDataDir } from '../../gateway/installation/data-dir.ts'
import { lockForHeadOffice } from '../../gateway/installation/marks.ts'
import { secretsInFile } from '../../gateway/installation/secrets.ts'
import { writeDurably } from '../../gateway/platform/durable-file.ts'
import { writeStdout } from '../../gateway/platform/stdio.ts'
import type { GatewayPorts } from '../../gateway/ports.ts'
import { readSettings, type Settings } from '../../gateway/settings/settings.ts'
import { announceGateway, setupCodeTeller, withdrawGateway } from '../discovery.ts'
import { exitOnUncaughtError, stopOnSignal } from '../ending.ts'
import { systemPorts } from '../process-ports.ts'
import { keepSystemdNotified } from '../systemd.ts'
import { limitRunningMemory } from '../v8-flags.ts'

/** Starts a PostgreSQL of its own, to try a head office out. */
type StartTrial = (
  dataDir: string,
  ports: Pick<GatewayPorts, 'secrets' | 'randomness' | 'log'>,
) => Promise<{ readonly url: string; stop(): void }>

/** A gateway on PostgreSQL without a window. @param startTrial used if the settings name no database */
export async function run(args: readonly string[], startTrial: StartTrial): Promise<void> {
  // Documents name customers: other users must not read these files.
  process.umask(0o077)
  const settings = readSettings(args, process.env)
  const { log, ...computer } = systemPorts(process.env, settings)
  exitOnUncaughtError(log)
  const dataDir = ensureDataDir(settings.dataDir)
  const ports = { ...computer, log, secrets: secretsInFile(dataDir.secrets) }
  const release = lockForHeadOffice(dataDir)
  const embedded = settings.postgresUrl === null ? await startTrial(dataDir.path, ports) : null
  const end = () => {
    embedded?.stop()
    release()
  }
  const setupCode = setupCodeTeller()
  const url = settings.postgresUrl ?? embedded?.url ?? ''
  // It holds the password, and only the owner of the data directory can read it.
  const urlFile = embedded && join(dataDir.path, 'postgres-url')
  try {
    const options = {
      settings,
      openStore: makePostgresOpener(url, dataDir),
      keepsPracticeLedger: true,
      screensDir: settings.screensDir,
      tellSetupCode: (code: string) => setupCode.tell(code, settings),
    }
    const gateway = await createGateway(options, ports)
    const port = await gateway.start(settings.port).catch(async (cause: unknown) => {
      await gateway.close()
      throw cause
    })
    const network = gateway.networkOrigin()
    if (urlFile !== null) writeDurably(urlFile, `${url}\n`)
    const ready = announceGateway(
      { gateway, settings, dataDir, port, log },
      {
        ...(urlFile !== null && { postgres_url_file: urlFile }),
        ...(network !== null && { network_url: `${network}/v1` }),
      },
    )
    stopOnSignal(async () => {
      await gateway.close()
      withdrawGateway(dataDir, log)
      end()
    }, log)
    limitRunningMemory()
    keepSystemdNotified(process.env)
    writeStdout(`${settings.json ? JSON.stringify(ready) : greeting(ready.base_url, settings, { urlFile, network })}\n`)
    setupCode.greeted({ gateway, settings, port })
  } catch (cause) {
    end()
    throw cause
  }
}

const greeting = (
  baseUrl: string,
  { authority, dataDir }: Settings,
  { urlFile, network }: { readonly urlFile: string | null; readonly network: string | null },
): string =>
  [
    authority === 'practice' ? 'PRACTICE: nothing leaves this computer.' : `Authority: ${authority}.`,
    urlFile === null
      ? 'Its documents are kept by the database that RESIT_POSTGRES_URL names.'
      : `Its documents are kept by a PostgreSQL under ${dataDir}, which is for trying out: in production name a database of its own with RESIT_POSTGRES_URL. Another process answers tills beside this one with RESIT_DISPATCH=off and RESIT_POSTGRES_URL_FILE=${urlFile}`,
    `The head office answers at ${baseUrl}${network === null ? '' : `, and other computers at ${network}/v1`}`,
  ].join('\n')
