// npm start: builds what is stale and opens the desktop; where that cannot run, the gateway with the same screens in a
// browser. The exit code is that of whatever ran (contract 1).
import { desktopChance } from './desktop-chance.ts'
import { openDesktop } from './open-desktop.ts'

const serve = async (): Promise<void> => void (await import(new URL('gateway.ts', import.meta.url).href))

// What is only asked needs no window.
if (process.argv.includes('--help') || process.argv.includes('--version')) await serve()
else {
  const chance = await desktopChance(process.env)
  const because = 'because' in chance ? chance.because : await openDesktop(chance.binary, process.argv.slice(2))
  if (because !== null) {
    process.stderr.write(
      `The desktop cannot be opened (${because}); the gateway starts with its screens in a browser.\n`,
    )
    await serve()
  }
}
