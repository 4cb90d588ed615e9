// npm start: builds what is stale and opens the desktop. If the desktop cannot run, the gateway starts with the same screens in
// a browser. The exit code is that of the desktop or of the gateway (contract 1).
import { findElectron } from './find-electron.ts'
import { openDesktop } from './open-desktop.ts'

const serve = async (): Promise<void> => void (await import(new URL('gateway.ts', import.meta.url).href))

// These need no window.
if (process.argv.includes('--help') || process.argv.includes('--version')) await serve()
else {
  const found = await findElectron(process.env)
  const because = 'because' in found ? found.because : await openDesktop(found.binary, process.argv.slice(2))
  if (because !== null) {
    process.stderr.write(
      `The desktop cannot be opened (${because}); the gateway starts with its screens in a browser.\n`,
    )
    await serve()
  }
}
