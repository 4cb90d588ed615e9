// npm run screenshots: every screen as a picture in build/screenshots, for people to look at and for the README.
import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildStaleScreens } from '../../build/screens.ts'
import { openScreens, type Screens, signIn } from './support/screens.ts'
import { sellSome, stops } from './support/tour.ts'

const directory = fileURLToPath(new URL('../../build/screenshots/', import.meta.url))
/** These are shown in every language. */
const main: readonly string[] = ['sales', 'record', 'new-document', 'shift-end']
const looks = [
  { suffix: '', options: { locale: 'en-MY', colorScheme: 'light' } },
  { suffix: '-dark', options: { locale: 'en-MY', colorScheme: 'dark' } },
  { suffix: '-ms', options: { locale: 'ms-MY', colorScheme: 'light' } },
  { suffix: '-zh', options: { locale: 'zh-CN', colorScheme: 'light' } },
] as const

async function takeAll(screens: Screens): Promise<void> {
  for (const { suffix, options } of looks) {
    const isInOtherLanguage = options.locale !== 'en-MY'
    for (const stop of stops) {
      const { name } = stop
      if (isInOtherLanguage && !main.includes(name)) continue
      const { page, context } = await screens.open({ ...options, reducedMotion: 'reduce' })
      if (name === 'sales') {
        await page.getByRole('button', { name: /Siti/ }).waitFor()
        await page.screenshot({ path: `${directory}door${suffix}.png` })
      }
      await signIn(page, stop.who)
      await page.locator('[data-guid]').first().waitFor()
      await stop.reach(page)
      await page.waitForLoadState('networkidle').catch(() => undefined)
      await page.screenshot({ path: `${directory}${name}${suffix}.png` })
      await context.close()
      console.log(`${name}${suffix}`)
    }
  }
}

await buildStaleScreens()
rmSync(directory, { recursive: true, force: true })
mkdirSync(directory, { recursive: true })
const screens = await openScreens()
try {
  await sellSome(screens, 14)
  await takeAll(screens)
} finally {
  await screens.close()
}
