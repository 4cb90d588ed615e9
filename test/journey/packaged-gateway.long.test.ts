import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assembleGateway } from '../../build/package-gateway.ts'
import { root } from '../../build/root.ts'
import { brisk } from '../support/gateway.ts'
import { spawnProgram } from '../support/process.ts'

describe('the gateway in one file', () => {
  let place: string
  let folder: string
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'resit-packaged-'))
    folder = await assembleGateway(join(place, 'gateway'))
  })
  afterAll(() => rmSync(place, { recursive: true, force: true }))

  test('names and locks every package that it loads, in the versions of the project', () => {
    const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const { packages } = JSON.parse(readFileSync(join(folder, 'npm-shrinkwrap.json'), 'utf8'))
    const code = globSync('.build/gateway/*.js', { cwd: folder }).map((file) =>
      readFileSync(join(folder, file), 'utf8'),
    )
    const loaded = code.flatMap((text) =>
      [...text.matchAll(/^import .*?["']((?:@[\w-]+\/)?[a-z][\w-]*)(?:\/[\w-]+)?["'];$/gm)].map(
        ([, name = '']) => name,
      ),
    )
    const strange = loaded.filter((name) => !process.getBuiltinModule(name) && !Object.hasOwn(dependencies, name))
    expect([...new Set(strange)]).toEqual([])
    expect(loaded).toContain('better-sqlite3')
    expect(packages[''].dependencies).toEqual(dependencies)
    for (const [name, version] of Object.entries(dependencies))
      expect(packages[`node_modules/${name}`]).toMatchObject({ version, integrity: expect.stringMatching(/^sha512-/) })
    expect(Object.keys(packages).length).toBeLessThan(120)
  })

  test('serves tills, screens, reference and documents', async () => {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const program = join(folder, '.build', 'gateway', 'gateway.js')
    const gateway = await spawnProgram([process.execPath, program], join(place, 'data'), brisk)
    try {
      const at = (path: string) => fetch(`http://127.0.0.1:${gateway.port}${path}`)
      for (const path of ['/readyz', '/', '/docs', '/docs/read/errors', '/openapi.json'])
        expect([path, (await at(path)).status]).toEqual([path, 200])
      expect((await at('/v1/version/')).status).toBe(401)
    } finally {
      await gateway.stop()
    }
  })
})
