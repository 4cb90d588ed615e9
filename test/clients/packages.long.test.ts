import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../build/root.ts'
import packageJson from '../../package.json' with { type: 'json' }

const { version } = packageJson

/** The package file of each client, and the form of its version. */
const packages = [
  ['typescript/package.json', `"version": "${version}"`],
  ['python/pyproject.toml', `version = "${version}"`],
  ['php/composer.json', `"version": "${version}"`],
  ['java/pom.xml', `<version>${version}</version>`],
  ['csharp/Resit.Client.csproj', `<Version>${version}</Version>`],
] as const

const read = (path: string) => readFileSync(join(root, 'clients', path), 'utf8')

test.each(packages)('%s has the version of Resit', (path, written) => {
  expect(read(path)).toContain(written)
})

test('the TypeScript client compiles with its own settings, which are those of most readers, and runs', async () => {
  // Compiles with `strict` alone and TypeScript 5.4, as customers may.
  expect(JSON.parse(read('typescript/tsconfig.json'))).toMatchObject({
    compilerOptions: { strict: true, target: 'es2022' },
  })
  for (const path of ['typescript/resit.ts', 'typescript/webhook.ts', 'typescript/types.ts'])
    expect(read(path)).not.toMatch(/Uint8Array<|NoInfer<|from '\.[^']*\.ts'/)
  const out = mkdtempSync(join(tmpdir(), 'resit-package-'))
  onTestFinished(() => rmSync(out, { recursive: true, force: true }))
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc6')
  const built = spawnSync(process.execPath, [compiler, '-p', join(root, 'clients', 'typescript'), '--outDir', out], {
    encoding: 'utf8',
  })
  expect(built).toMatchObject({ status: 0, stdout: '', stderr: '' })
  const client = (await import(pathToFileURL(join(out, 'resit.js')).href)) as { readonly Resit: unknown }
  expect(client.Resit).toBeTypeOf('function')
})

const hasDotnet = spawnSync('dotnet', ['--version']).status === 0
if (!hasDotnet)
  console.warn('SKIPPED: the C# client is not compiled: there is no dotnet here, and neither npm nor Debian has one')

test.skipIf(!hasDotnet)('the C# client compiles', () => {
  const out = mkdtempSync(join(tmpdir(), 'resit-csharp-'))
  onTestFinished(() => rmSync(out, { recursive: true, force: true }))
  cpSync(join(root, 'clients', 'csharp'), out, { recursive: true })
  const built = spawnSync('dotnet', ['build', '-warnaserror'], { cwd: out, encoding: 'utf8' })
  expect(built).toMatchObject({ status: 0 })
})
