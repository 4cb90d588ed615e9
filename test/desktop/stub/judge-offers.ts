// judge-offers.ts URL KEY FOLDER: looks for updates with the classes of electron-updater for each platform, and sends
// the results to the parent
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AppImageUpdater, DebUpdater, MacUpdater, NsisUpdater } from 'electron-updater'
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js'
import { NotSigned, signedReleaseFeed } from '../../../electron/main/updates/signed-releases.ts'
import { app } from './electron.ts'
import { appCodeLoaded } from './ready.ts'

const [, , url = '', key = '', folder = ''] = process.argv
const updaters = {
  win32: [NsisUpdater],
  darwin: [MacUpdater],
  linux: [AppImageUpdater, DebUpdater],
} as const

appCodeLoaded()
await app.whenReady()
process.env['APPIMAGE'] = join(folder, 'Resit.AppImage')
for (const [platform, kinds] of Object.entries(updaters))
  for (const Updater of kinds) process.send?.({ [`${platform} ${Updater.name}`]: await judged(platform, Updater) })
process.exit(0)

async function judged(platform: string, Updater: (typeof updaters)[keyof typeof updaters][number]): Promise<string> {
  const own = join(folder, Updater.name)
  mkdirSync(own, { recursive: true })
  const settings = join(own, 'app-update.yml')
  writeFileSync(settings, 'updaterCacheDirName: resit-updater\n')
  const updater = new Updater(undefined, {
    version: '0.1.0',
    name: 'Resit',
    isPackaged: true,
    appUpdateConfigPath: settings,
    userDataPath: own,
    baseCachePath: own,
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  })
  const httpExecutor = new ElectronHttpExecutor(() => undefined)
  Object.assign(updater, { httpExecutor, _testOnlyOptions: { platform, isUseDifferentialDownload: false } })
  updater.logger = null
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.on('error', () => undefined)
  updater.setFeedURL(signedReleaseFeed(url, key))
  try {
    await updater.checkForUpdates()
    const [file = 'nothing'] = await updater.downloadUpdate()
    return basename(file)
  } catch (cause) {
    return cause instanceof NotSigned ? 'not signed' : String(cause)
  }
}
