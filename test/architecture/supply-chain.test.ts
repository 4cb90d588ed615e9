import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

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
const { allowScripts } = read('package.json') as { readonly allowScripts: Readonly<Record<string, boolean>> }
const locked = Object.entries(packages).filter(([path, { link }]) => path !== '' && link !== true)
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('every package comes from the registry, and is the one that was locked', () => {
  const astray = locked.filter(
    ([, { resolved, integrity, inBundle }]) =>
      inBundle !== true &&
      // Without an address it is the registry that npm is set to, and then the digest alone says what may come from it.
      !(resolved?.startsWith('https://registry.npmjs.org/') !== false && integrity?.startsWith('sha512-') === true),
  )
  expect(astray.map(([path]) => path)).toEqual([])
})

test('no package runs a script at its installation but those that were looked at', () => {
  const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => nameOf(path))
  expect(scripted.filter((name) => !Object.hasOwn(allowScripts, name))).toEqual([])
})

/** What may be given away with the product: each lets it be, and asks for its text to be kept. */
const fitting =
  /^\(?(MIT|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Python-2\.0|Unlicense|MIT-0|CC-BY-3\.0|WTFPL)\b/

test('what is shipped has a licence that fits', () => {
  const shipped = locked.filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true)
  const unfit = shipped.filter(([, { license = '' }]) => !fitting.test(license))
  expect(unfit.map(([path, { license }]) => `${nameOf(path)}: ${license}`)).toEqual([])
})
