import { app, crashReporter, protocol, safeStorage, session } from 'electron'
import { languageFor } from '../../shared/words/words.ts'
import { filesIn } from '../gateway/data-dir.ts'
import { readSettings } from '../gateway/settings/settings.ts'
import type { Standing as GatewayStanding } from '../gateway-host/messages.ts'
import { autoStartOf, wasStartedByComputer } from './auto-start.ts'
import type { DesktopFlags } from './command-line.ts'
import { openDesk, type Watch } from './desk/open-desk.ts'
import { Standing } from './desktop-state.ts'
import { endRefused } from './ending.ts'
import { type Keeper, type KeeperParts, keepGateway } from './gateway/keeper.ts'
import { hasSealed, openKeyStore } from './gateway/key-store.ts'
import { everybodysPort, findRunning } from './gateway/running-gateway.ts'
import { openLogs } from './log.ts'
import { wayTo } from './page/gateway-way.ts'
import { registerScheme, servePages } from './page/protocol.ts'
import { guardContents, guardSession } from './page/session-guards.ts'
import { desktopFile, places, placeUserData } from './places.ts'
import { openPreferences, type Preferences } from './preferences.ts'
import { provedItself } from './updates/health.ts'
import { settleOrGoBack } from './updates/way-back.ts'

/** Ends the process by itself where it must not run; otherwise everything runs when it resolves. */
export async function boot(flags: DesktopFlags): Promise<void> {
  // 1. Before Electron is ready: what cannot be said later.
  placeUserData()
  lockDown()
  registerScheme(protocol)
  const preferences = openPreferences(desktopFile('desktop.json'))
  const gatewayArgs = argsAfterUpdate(flags, preferences)
  const { path: dataDir, secrets } = filesIn(readOrEnd(gatewayArgs).dataDir)

  // 2. One desktop for each person: the second start brings up the first and ends.
  if (!app.requestSingleInstanceLock()) return app.exit(0)

  // 3. Fences around every page, before there is one.
  const logs = await openLogs(desktopFile('logs'))
  guardContents(app, logs.log)
  await app.whenReady()
  guardSession(session.defaultSession, logs.log)

  // 4. What is remembered, and what became of an update.
  const autoStart = autoStartOf(process.platform, gatewayArgs)
  const { printer, pagePrinter, roll, isKiosk: isKioskKept } = preferences.kept
  const isKiosk = flags.isKiosk || isKioskKept
  const startsWithComputer = autoStart.isOn()
  const spoken = preferences.kept.language ?? languageFor(app.getLocale())
  const kept = { printer, pagePrinter, roll, isKiosk, startsWithComputer, language: spoken }
  const state = new Standing({ ...atFirst, appVersion: app.getVersion(), ...kept })
  const language = () => state.current.language
  if (await settleOrGoBack({ preferences, log: logs.log, language: language() })) return app.exit(0)

  // 5. The gateway: the one that runs here already, or one of our own, watched and started again.
  const watch: Watch = { standing: null, stood: () => undefined }
  const gateway = { args: gatewayArgs, dataDir, state, logs, language }
  const keeper = await openGateway({ ...gateway, watch, preferences, secretsFile: secrets })
  const gatewayPort = () => keeper.settled().then(() => keeper.port())
  const gatewayWay = () => gatewayPort().then((port) => wayTo(port, dataDir))
  servePages(protocol, { screensDir: places.screens, gatewayWay })

  // 6. What people see, and what goes on by itself.
  const isHidden = flags.isHidden || wasStartedByComputer(process.platform)
  openDesk({ ...gateway, watch, preferences, keeper, autoStart, isHidden })

  // 7. Where the gateway cannot run here, nobody can work: say why, and end with the code that says it too.
  const refusal = await keeper.settled()
  if (refusal !== null) endRefused(refusal, language())
}

interface GatewaySurroundings extends Omit<KeeperParts, 'modulePath' | 'stood' | 'found' | 'keyStore'> {
  readonly preferences: Preferences
  readonly watch: Watch
  readonly secretsFile: string
}

async function openGateway({ watch, preferences, secretsFile, ...parts }: GatewaySurroundings): Promise<Keeper> {
  const { state, logs } = parts
  let keeper: Keeper | null = null
  const keyStore = await openKeyStore({
    storage: safeStorage,
    platform: process.platform,
    hasSealed: () => hasSealed(secretsFile),
    changed(kind) {
      const { keyStore: before } = state.current
      logs.log.info({ before, now: kind }, 'the key store of this computer')
      state.change({ keyStore: kind })
      // What it could not read when it started, it reads at its next start.
      if (before === 'locked' && kind === 'sealed') keeper?.renew()
    },
  })
  state.change({ keyStore: keyStore.state() })
  const running = await findRunning(everybodysPort(process.platform), parts.dataDir)
  const prove = () => provedItself(preferences, app.getVersion())
  const stood = (standing: GatewayStanding) => {
    watch.stood(standing)
    prove()
  }
  keeper = keepGateway({ ...parts, keyStore, stood, found: prove, modulePath: places.gatewayHost }, running)
  return keeper
}

function lockDown(): void {
  process.umask(0o077)
  crashReporter.start({ uploadToServer: false })
  // The launcher of an AppImage asks for none where this system allows none; with both there would be an empty window.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  app.setAppUserModelId('my.resit.desktop')
}

const atFirst = {
  gateway: { phase: 'starting', restarts: 0, isWatched: true, sentence: null },
  setupCode: null,
  keyStore: 'locked',
  update: { phase: 'none', offered: null, refusal: null, hindrance: null, isOverdue: false },
} as const

/** An installer starts the new version with none of the arguments that the one before had. */
function argsAfterUpdate({ gatewayArgs }: DesktopFlags, { kept }: Preferences): readonly string[] {
  const { pendingUpdate } = kept
  return gatewayArgs.length === 0 && pendingUpdate?.to === app.getVersion() ? pendingUpdate.args : gatewayArgs
}

function readOrEnd(args: readonly string[]): { readonly dataDir: string } {
  try {
    return readSettings(args, process.env)
  } catch (cause) {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
    app.exit(badConfiguration)
    throw cause
  }
}

/** Exit code of contract 1. */
const badConfiguration = 2
