import { chromium } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { findChromium } from '../../build/chromium.ts'
import { startGateway } from '../support/gateway.ts'

test('a page whose name leads to this computer gets nothing, for all that its browser takes it for ours (LO7)', async () => {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('browser tests need a Chromium; see build/chromium.ts')
  const shop = await startGateway({ withScreens: true })
  onTestFinished(() => shop.close())
  // The attack after the second look-up of the name: the address is the gateway's, the page is the attacker's.
  const args = ['--no-sandbox', '--host-resolver-rules=MAP rebound.example 127.0.0.1']
  const browser = await chromium.launch({ executablePath, args })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const theirs = `http://rebound.example:${shop.port}`
  const paths = ['/', '/docs', '/healthz', '/v1/version', '/operator/v1/people', '/operator/v1/session']
  for (const path of paths) expect((await page.goto(`${theirs}${path}`))?.status(), path).toBe(421)
  // A page's request to its own origin has no Origin header, and the page may read the answer. Only the Host header
  // shows the attack.
  const read = await page.evaluate(async (names) => {
    const answers = await Promise.all(names.map((name) => fetch(name).then((answer) => answer.text())))
    const posted = await fetch('/operator/v1/setup', { method: 'POST', body: '{}' })
    return [...answers, await posted.text(), document.cookie]
  }, paths)
  expect(read.filter((text) => text !== '' && !text.includes('"host_not_allowed"'))).toEqual([])
  const own = await browser.newPage()
  expect((await own.goto(`http://127.0.0.1:${shop.port}/healthz`))?.status()).toBe(200)
})
