import { writeFileSync } from 'node:fs'
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
import { filesIn } from '../gateway/data-dir.ts'
import { readSettings } from '../gateway/settings/settings.ts'
import type { Standing as GatewayStanding } from '../gateway-host/messages.ts'
import { autoStartOf, wasStartedByComputer } from './auto-start.ts'
import type { DesktopFlags } from './command-line.ts'
import { openBridge } from './desk/bridge.ts'
import { deedsOf } from './desk/deeds.ts'
import { Standing } from './desktop-state.ts'
import { endCleanly, endRefused } from './ending.ts'
import { type Keeper, type KeeperParts, keepGateway } from './gateway/keeper.ts'
import { hasSealed, openKeyStore } from './gateway/key-store.ts'
import { everybodysPort, findRunning } from './gateway/running-gateway.ts'
import { type Logs, openLogs } from './log.ts'
import { registerScheme, servePages } from './page/protocol.ts'
import { guardContents, guardSession } from './page/session-guards.ts'
import { desktopFile, placeUserData, places } from './places.ts'
import { openPreferences, type Preferences } from './preferences.ts'
import { provedItself } from './updates/health.ts'
import { openUpdates } from './updates/open.ts'
import { settleOrGoBack } from './updates/way-back.ts'
import { bringUp, openMainWindow } from './window/main-window.ts'
import { type Acts, setMenu } from './window/menu.ts'
import { noticeOf, notify, updateNotice } from './window/notices.ts'
import { openTray } from './window/tray.ts'

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
  const chosen = { printer, pagePrinter, roll, isKiosk, startsWithComputer, language: spoken }
  const state = new Standing({ ...atFirst, appVersion: app.getVersion(), ...chosen })
  const language = () => state.current.language
  if (await settleOrGoBack({ preferences, log: logs.log, language: language() })) return app.exit(0)

  // 5. The gateway: the one that runs here already, or one of our own, watched and started again.
  const watch: Watch = { standing: null, stood: () => undefined, freed: () => undefined }
  const keyStore = await openKeyStore({
    storage: safeStorage,
    platform: process.platform,
    hasSealed: () => hasSealed(secrets),
    changed(kind) {
      const { keyStore: before } = state.current
      logs.log.info({ before, now: kind }, 'the key store of this computer')
      state.change({ keyStore: kind })
      // What it could not read when it started, it reads at its next start.
      if (before === 'locked' && kind === 'sealed') watch.freed()
    },
  })
  state.change({ keyStore: keyStore.state() })
  const keeper = await openGateway({ args: gatewayArgs, dataDir, state, logs, language, watch, preferences, keyStore })
  watch.freed = () => keeper.renew()
  const gatewayPort = () => keeper.settled().then(() => keeper.port())
  servePages(protocol, { screensDir: places.screens, gatewayPort })
  const ending = endCleanly(keeper, logs)

  // 6. What people see: window, menu, tray; and what the window may ask.
  const window = openMainWindow({
    preloadPath: places.preload,
    preferences,
    log: logs.log,
    language,
    isKiosk,
    isHidden: flags.isHidden || wasStartedByComputer(process.platform),
    hasDevTools: !app.isPackaged,
    mayClose: () => ending.hasBegun(),
  })
  const { RESIT_OPENED: opened } = process.env
  if (opened !== undefined) window.once('ready-to-show', () => writeFileSync(opened, ''))
  app.on('second-instance', () => bringUp(window))
  app.on('activate', () => bringUp(window))
  const updates = openUpdates({
    dataDir,
    args: gatewayArgs,
    state,
    preferences,
    log: logs.log,
    keeper,
    ending,
    standing: () => watch.standing,
    askPerson: (version) => notify(updateNotice(version, language()), () => bringUp(window)),
  })
  const acts = actsOf({ window, logs, check: () => updates.check(), apply: () => updates.apply('person') })
  const tray = openTray(places.icon, acts)
  const show = () => tray?.show({ language: language(), state: state.current, standing: watch.standing })
  const speak = (chosen: Language) => {
    setMenu({ language: chosen, isKiosk: state.current.isKiosk }, acts)
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

interface GatewaySurroundings extends Omit<KeeperParts, 'modulePath' | 'stood' | 'found'> {
  readonly preferences: Preferences
  readonly watch: Watch
}

async function openGateway({ watch, preferences, ...parts }: GatewaySurroundings): Promise<Keeper> {
  const running = await findRunning(everybodysPort(process.platform), parts.dataDir)
  const prove = () => provedItself(preferences, app.getVersion())
  const stood = (standing: GatewayStanding) => {
    watch.stood(standing)
    prove()
  }
  return keepGateway({ ...parts, stood, found: prove, modulePath: places.gatewayHost }, running)
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

interface Watch {
  standing: GatewayStanding | null
  stood: (standing: GatewayStanding) => void
  freed: () => void
}

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
