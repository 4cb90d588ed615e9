import {
  app,
  type BrowserWindow,
  crashReporter,
  ipcMain,
  powerMonitor,
  protocol,
  safeStorage,
  session,
  shell,
} from 'electron'
import { type Language, languageFor } from '../../shared/words/words.ts'
import { readSettings } from '../gateway/settings/settings.ts'
import type { Standing as GatewayStanding } from '../gateway-host/messages.ts'
import { autoStartOf } from './auto-start.ts'
import type { DesktopFlags } from './command-line.ts'
import { openBridge } from './desk/bridge.ts'
import { deedsOf } from './desk/deeds.ts'
import { Standing } from './desktop-state.ts'
import { endCleanly, endRefused } from './ending.ts'
import { type Keeper, type KeeperParts, keepGateway } from './gateway/keeper.ts'
import { openKeyStore } from './gateway/key-store.ts'
import { findRunning, placeForEverybody } from './gateway/running-gateway.ts'
import { type Logs, openLogs } from './log.ts'
import { registerScheme, servePages } from './page/protocol.ts'
import { guardContents, guardSession } from './page/session-guards.ts'
import { desktopFile, places } from './places.ts'
import { openPreferences, type Preferences } from './preferences.ts'
import { provedItself } from './updates/health.ts'
import { openUpdates } from './updates/open.ts'
import { settleOrGoBack } from './updates/way-back.ts'
import { bringUp, openMainWindow } from './window/main-window.ts'
import { type Acts, setMenu } from './window/menu.ts'
import { noticeOf, notify } from './window/notices.ts'
import { openTray } from './window/tray.ts'

/** Ends the process by itself where it must not run; otherwise everything runs when it resolves. */
export async function boot(flags: DesktopFlags): Promise<void> {
  // 1. Before Electron is ready: what cannot be said later.
  lockDown()
  registerScheme(protocol)
  const { dataDir } = readOrEnd(flags)

  // 2. One desktop for each person: the second start brings up the first and ends.
  if (!app.requestSingleInstanceLock()) return app.exit(0)

  // 3. Fences around every page, before there is one.
  const logs = await openLogs(desktopFile('logs'))
  guardContents(app, logs.log)
  await app.whenReady()
  guardSession(session.defaultSession, logs.log)

  // 4. What is remembered, and what became of an update.
  const preferences = openPreferences(desktopFile('desktop.json'))
  const autoStart = autoStartOf(process.platform)
  const { printer, pagePrinter, isKiosk: isKioskKept } = preferences.kept
  const isKiosk = flags.isKiosk || isKioskKept
  const startsWithComputer = autoStart.isOn()
  const spoken = preferences.kept.language ?? languageFor(app.getLocale())
  const state = new Standing({ ...atFirst, printer, pagePrinter, isKiosk, startsWithComputer, language: spoken })
  const language = () => state.current.language
  if (await settleOrGoBack({ preferences, log: logs.log, language: language() })) return app.exit(0)

  // 5. The gateway: the one that runs here already, or one of our own, watched and started again.
  const watch: Watch = { standing: null, stood: () => undefined }
  const keeper = await openGateway({ args: flags.gatewayArgs, dataDir, state, logs, language, watch, preferences })
  const gatewayPort = () => keeper.settled().then(() => keeper.port())
  servePages(protocol, { screensDir: places.screens, gatewayPort })
  const ending = endCleanly(keeper, logs)

  // 6. What people see: window, menu, tray; and what the window may ask.
  const window = openMainWindow({
    preloadPath: places.preload,
    preferences,
    log: logs.log,
    isKiosk,
    isHidden: flags.isHidden,
    hasDevTools: !app.isPackaged,
    mayClose: () => ending.hasBegun(),
  })
  app.on('second-instance', () => bringUp(window))
  app.on('activate', () => bringUp(window))
  const updates = openUpdates({ dataDir, state, preferences, logs, keeper, standing: () => watch.standing })
  const acts = actsOf({ window, logs, check: () => updates.check(), apply: () => updates.apply('person') })
  const tray = openTray(places.icon, acts)
  const show = () => tray?.show({ language: language(), state: state.current, standing: watch.standing })
  const speak = (chosen: Language) => {
    setMenu(chosen, acts)
    keeper.speak(chosen)
    show()
  }
  speak(language())
  state.listen(show)
  const deeds = deedsOf({ state, preferences, logs, keeper, updates, autoStart, window: () => window, speak })
  openBridge(ipcMain, { deeds, log: logs.log, window: () => window })

  // 7. What goes on by itself: notices, updates when it is quiet, and looking anew when the computer wakes up.
  watch.stood = (standing) => {
    const notice = noticeOf(watch.standing, standing, language())
    watch.standing = standing
    if (notice !== null) notify(notice, acts.show)
    show()
  }
  powerMonitor.on('resume', () => keeper.wake())
  updates.keepLooking()

  // 8. Where the gateway cannot run here, nobody can work: say why, and end with the code that says it too.
  const refusal = await keeper.settled()
  if (refusal !== null) endRefused(refusal, language())
}

interface GatewaySurroundings extends Pick<KeeperParts, 'args' | 'dataDir' | 'state' | 'logs' | 'language'> {
  readonly preferences: Preferences
  readonly watch: Watch
}

async function openGateway({ watch, preferences, ...parts }: GatewaySurroundings): Promise<Keeper> {
  const { dataDir, state, logs } = parts
  const keyStore = await openKeyStore(safeStorage, process.platform, (cause) => keyStoreLost(state, logs, cause))
  state.change({ keyStore: keyStore.state })
  const running = await findRunning(placeForEverybody(process.platform, process.execPath), dataDir)
  const prove = () => provedItself(preferences, app.getVersion())
  const stood = (standing: GatewayStanding) => {
    watch.stood(standing)
    prove()
  }
  return keepGateway({ ...parts, keyStore, stood, found: prove, modulePath: places.gatewayHost }, running)
}

function lockDown(): void {
  process.umask(0o077)
  crashReporter.start({ uploadToServer: false })
  app.enableSandbox()
  app.setAppUserModelId('my.resit.desktop')
}

const atFirst = {
  gateway: { phase: 'starting', restarts: 0, isWatched: true, sentence: null },
  setupCode: null,
  keyStore: 'unprotected',
  update: { phase: 'none', offered: null, refusal: null, hindrance: null, isOverdue: false },
  appVersion: app.getVersion(),
} as const

interface Watch {
  standing: GatewayStanding | null
  stood: (standing: GatewayStanding) => void
}

function readOrEnd({ gatewayArgs }: DesktopFlags): { readonly dataDir: string } {
  try {
    return readSettings(gatewayArgs, process.env)
  } catch (cause) {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
    app.exit(badConfiguration)
    throw cause
  }
}

/** Exit code of contract 1. */
const badConfiguration = 2

function keyStoreLost(state: Standing, { log }: Logs, err: unknown): void {
  log.error({ err }, 'the key store cannot open what was kept in it: nothing is changed, nothing is sent')
  state.change({ keyStore: 'locked' })
}

interface ActParts {
  readonly window: BrowserWindow
  readonly logs: Logs
  readonly check: () => Promise<void>
  readonly apply: () => Promise<boolean>
}

const actsOf = ({ window, logs, check, apply }: ActParts): Acts => ({
  show: () => bringUp(window),
  openLogs: () => void shell.openPath(logs.dir),
  checkForUpdate: () => void check(),
  applyUpdate: () => void apply(),
  quit: () => app.quit(),
})
