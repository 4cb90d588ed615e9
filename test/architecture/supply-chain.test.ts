import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { billOfMaterials } from '../../build/sbom.ts'

interface Locked {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly license?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly inBundle?: boolean
  readonly dev?: boolean
  readonly devOptional?: boolean
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')) as object
const { packages } = read('package-lock.json') as { readonly packages: Readonly<Record<string, Locked>> }
const { allowScripts, dependencies } = read('package.json') as {
  readonly allowScripts: Readonly<Record<string, boolean>>
  readonly dependencies: Readonly<Record<string, string>>
}
const locked = Object.entries(packages).filter(([path, { link }]) => path !== '' && link !== true)
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('every package comes from the registry, and is the one that was locked (SU9)', () => {
  const astray = locked.filter(
    ([, { resolved, integrity, inBundle }]) =>
      inBundle !== true &&
      // A package without an address comes from npm's registry. Then only the digest proves its content.
      !(resolved?.startsWith('https://registry.npmjs.org/') !== false && integrity?.startsWith('sha512-') === true),
  )
  expect(astray.map(([path]) => path)).toEqual([])
})

test('no package runs a script at its installation but those that were looked at (SU9)', () => {
  const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => nameOf(path))
  expect(scripted.filter((name) => !Object.hasOwn(allowScripts, name))).toEqual([])
})

/** Licences that allow us to ship a package with their text. */
const fitting =
  /^\(?(MIT|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Python-2\.0|Unlicense|MIT-0|CC-BY-3\.0|WTFPL)\b/

/** Its package names no licence; the file LICENSE in it is this one. */
const ofFile: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

test('what is shipped has a licence that fits (SU9)', () => {
  const shipped = locked.filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true)
  const unfit = shipped.filter(([path, { license = ofFile[nameOf(path)] ?? '' }]) => !fitting.test(license))
  expect(unfit.map(([path, { license }]) => `${nameOf(path)}: ${license}`)).toEqual([])
})

test('what a release is made of is written down, every package with its version and digest, Electron too (SU9)', () => {
  const told = new Map(
    billOfMaterials().components.map(({ name, version, hashes }) => [
      `${name}@${version}`,
      hashes.map(({ alg, content }) => `${alg} ${Buffer.from(content, 'hex').toString('base64')}`),
    ]),
  )
  const shipped = locked.filter(([path, { dev }]) => path === 'node_modules/electron' || dev !== true)
  expect(shipped.length).toBeGreaterThan(110)
  for (const [path, { version, integrity = '' }] of shipped)
    expect(told.get(`${nameOf(path)}@${version}`), path).toEqual([integrity.replace('sha512-', 'SHA-512 ')])
  for (const name of Object.keys(dependencies)) expect([...told.keys()].join('\n')).toContain(`${name}@`)
})
