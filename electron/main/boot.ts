import { app, crashReporter, session } from 'electron'
import { languageFor } from '../../shared/words/words.ts'
import { chosenDataDir } from '../gateway/settings/installations.ts'
import { readSettings } from '../gateway/settings/settings.ts'
import { autoStartOf, wasStartedByComputer } from './auto-start.ts'
import type { DesktopFlags } from './command-line.ts'
import { type DesktopContext, DesktopStateStore } from './desktop/desktop-context.ts'
import { openDesktop } from './desktop/open-desktop.ts'
import { choosesCopy, endRefused } from './ending.ts'
import { openGateway } from './gateway/open-gateway.ts'
import { logSurprises, openLogs, surviveSurprises } from './log.ts'
import { wayTo } from './page/gateway-way.ts'
import { registerScheme, servePages } from './page/protocol.ts'
import { guardContents, guardSession } from './page/session-guards.ts'
import { desktopFile, placeUserData } from './places.ts'
import { argsBefore, openPreferences, settleUpdate } from './preferences.ts'
import { hasTray } from './window/menu.ts'

/** Ends the process by itself if it must not run; otherwise everything runs when it resolves. */
export async function boot(flags: DesktopFlags): Promise<void> {
  // 1. Before Electron is ready: what cannot be said later.
  surviveSurprises()
  placeUserData()
  lockDown()
  registerScheme()
  const preferences = openPreferences(desktopFile('desktop.json'))
  const args = flags.gatewayArgs.length > 0 ? flags.gatewayArgs : argsBefore(preferences, app.getVersion())
  readSettings(args, process.env)
  // Another one once an owner has gone live, or back to practice.
  const dataDir = () => chosenDataDir(args, process.env)

  // 2. One desktop for each person: the second start brings up the first and ends.
  if (!app.requestSingleInstanceLock()) return app.exit(0)
  settleUpdate(preferences, app.getVersion())

  // 3. Fences around every page, before there is one.
  const logs = await openLogs(desktopFile('logs'))
  logSurprises(logs.log)
  guardContents(logs.log)
  await app.whenReady()
  guardSession(session.defaultSession, logs.log)

  // 4. What is remembered.
  const autoStart = autoStartOf(process.platform, args)
  const { printer, pagePrinter, roll, language, isKiosk } = preferences.kept
  const state = new DesktopStateStore({
    printer,
    pagePrinter,
    roll,
    isKiosk: flags.isKiosk || isKiosk,
    language: language ?? languageFor(app.getLocale()),
    startsWithComputer: autoStart.isOn(),
    appVersion: app.getVersion(),
    isSandboxed: !app.commandLine.hasSwitch('no-sandbox'),
  })
  const context: DesktopContext = { state, preferences, logs, args, dataDir }

  // 5. The gateway: the one that runs here already, or one of our own, watched and started again.
  const gateway = await openGateway(context)
  servePages(async () => {
    // A page that is as early as the gateway waits for its first start to come to something.
    await gateway.settled()
    return wayTo(await gateway.port(), dataDir())
  })

  // 6. What people see, and what goes on by itself.
  const isHidden = (flags.isHidden || wasStartedByComputer(process.platform)) && hasTray(process.platform)
  openDesktop({ ...context, gateway, autoStart }, isHidden)

  // 7. If the gateway cannot run here, no one can work: say why, and end with the code that says it too.
  let refusal = await gateway.settled()
  if (refusal?.isLost && choosesCopy(refusal, state.current.language)) refusal = await gateway.putCopyBack()
  if (refusal !== null) endRefused(refusal, state.current.language)
}

function lockDown(): void {
  process.umask(0o077)
  crashReporter.start({ uploadToServer: false })
  // The launcher of an AppImage asks for none if this system allows none; with both there would be an empty window.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  app.setAppUserModelId('my.resit.desktop')
}
