import { spawn } from 'node:child_process'
import { app, BrowserWindow, nativeImage, safeStorage, Tray } from 'electron'

/** What a check needs to know of the desktop it looks at. */
export interface Subject {
  readonly window: BrowserWindow
  readonly userData: string
}

const secret = 'Known to nobody else'

export async function sealsAndOpens(): Promise<object> {
  const isThere = await safeStorage.isAsyncEncryptionAvailable()
  if (!isThere) throw new Error('this computer has no key store')
  const sealed = await safeStorage.encryptStringAsync(secret)
  const { result } = await safeStorage.decryptStringAsync(sealed)
  if (result !== secret) throw new Error('what was sealed is not what was opened')
  const mark = sealed.subarray(0, 3).toString('latin1')
  return { mark, isProtected: !(process.platform === 'linux' && mark === 'v10') }
}

export async function staysInTray(): Promise<object> {
  const tray = new Tray(nativeImage.createEmpty())
  tray.setToolTip('Resit')
  const bounds = tray.getBounds()
  tray.destroy()
  return Promise.resolve({ bounds })
}

export async function printsPdf({ window }: Subject): Promise<object> {
  const pdf = await window.webContents.printToPDF({ pageSize: 'A4' })
  if (pdf.subarray(0, 5).toString('latin1') !== '%PDF-') throw new Error('what was printed is no PDF')
  return { bytes: pdf.length, printers: (await window.webContents.getPrintersAsync()).length }
}

/** A slip is as long as it is, and its page runs no script that could say so. */
export async function measuresPaper(): Promise<object> {
  const webPreferences = { sandbox: true, javascript: false, enablePreferredSizeMode: true }
  const window = new BrowserWindow({ show: false, useContentSize: true, width: 300, height: 100, webPreferences })
  try {
    const told = new Promise<number>((resolve) => {
      window.webContents.on('preferred-size-changed', (_event, { height }) => {
        if (height > 100) resolve(height)
      })
    })
    await window.loadURL('data:text/html,<body style="margin:0"><div style="height:1234px"></div>')
    const height = await told
    if (height !== 1234) throw new Error(`a page of 1234 pixels is said to have ${height}`)
    return { height }
  } finally {
    window.destroy()
  }
}

export async function secondStart({ userData }: Subject): Promise<object> {
  const seen = new Promise<void>((resolve) => app.once('second-instance', () => resolve()))
  const own = app.isPackaged ? [] : [app.getAppPath()]
  const child = spawn(process.execPath, [...own, `--user-data-dir=${userData}`], { stdio: 'ignore' })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve)
    child.once('error', reject)
  })
  if (code !== 0) throw new Error(`the second start ended with ${code}`)
  await seen
  return { code }
}
