import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { builtProgram } from '../../build/built-programs.ts'

/** The files that the gateway may load. Files of earlier builds stay in the folder for a week. */
async function parts(): Promise<readonly string[]> {
  const { pathname } = await builtProgram('gateway', () => undefined)
  const files = new Set([pathname])
  for (const file of files)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) {
      const part = join(dirname(pathname), name)
      if (existsSync(part)) files.add(part)
    }
  expect(files.size).toBeGreaterThan(20)
  return [...files].map((file) => readFileSync(file, 'utf8'))
}

test('nothing built imports http or asks for FormData, which would load a client that no gateway uses', async () => {
  expect((await parts()).filter((code) => /\bfrom\s*['"](node:)?http2?['"]|typeof \w+\.FormData/.test(code))).toEqual(
    [],
  )
})

test('static files bring no search for file names, which no gateway uses', async () => {
  expect((await parts()).filter((code) => /\b(Glob|Minimatch)\b/.test(code))).toEqual([])
})

test('nothing built has a character for which V8 would keep two bytes for each of its file', async () => {
  const wide = (await parts()).flatMap((code) => code.match(/[^\0-\x7f]/) ?? [])
  expect(wide).toEqual([])
})

test('one that cannot be built starts from its sources, and says why', async () => {
  const said: string[] = []
  const denied = async () => {
    throw new Error('EACCES: permission denied, mkdtemp\n    at Object.mkdtempSync')
  }
  const program = await builtProgram('gateway', (sentence) => said.push(sentence), denied)
  expect(program.pathname).toMatch(/\/electron\/headless\/main\.ts$/)
  expect(said).toEqual([
    'Resit could not be built (EACCES: permission denied, mkdtemp); it starts from its sources, which takes a little longer.',
  ])
})
