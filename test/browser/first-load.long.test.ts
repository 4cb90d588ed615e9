import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const built = new URL('../../.build/renderer/', import.meta.url)
const mostBytes = 226 * 1000

/** The scripts that a page loads before it shows anything: the main script and all its static imports. */
function firstScripts(): ReadonlySet<string> {
  const page = readFileSync(new URL('index.html', built), 'utf8')
  const scripts = new Set([...page.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path))
  for (const path of scripts) {
    const text = readFileSync(new URL(path, built), 'utf8')
    const imported = text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g)
    for (const [, name = ''] of imported) scripts.add(`assets/${name}`)
  }
  return scripts
}

test('the first screen needs less than 226 kB of script, compressed', () => {
  const scripts = [...firstScripts()]
  expect(scripts.length).toBeGreaterThan(1)
  const bytes = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(new URL(path, built))).length, 0)
  console.log(`${scripts.length} scripts, ${Math.round(bytes / 1000)} kB compressed`)
  expect(bytes).toBeLessThan(mostBytes)
})
