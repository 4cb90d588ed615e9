import { readFileSync } from 'node:fs'

export interface Licence {
  readonly name: string
  readonly version: string
  readonly licence: string
}

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

/** Packages of which the build takes what is shipped, so package.json lists them as development dependencies. */
const isInScreens = (name: string): boolean =>
  /^(@mantine|@tanstack|@tabler|@expo-google-fonts)\/|^(react|react-dom|i18next|electron)$/.test(name)

/** All packages in the product with their licences, from the lock file: by name, each version once. */
export function licences(): readonly Licence[] {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>
  }
  const entries = Object.entries(lock.packages).filter(([path]) => path !== '')
  const inScreens = reachable(lock.packages, entries.map(([path]) => nameAt(path)).filter(isInScreens))
  const shipped = entries.filter(
    ([path, { dev, devOptional }]) => (!dev && !devOptional) || inScreens.has(nameAt(path)),
  )
  const named = shipped.map(([path, { version = '', license = '' }]) => ({
    name: nameAt(path),
    version,
    licence: license,
  }))
  const once = new Map(named.map((licence) => [`${licence.name}@${licence.version}`, licence]))
  return [...once.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const nameAt = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

function reachable(packages: Readonly<Record<string, Locked>>, roots: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const left = [...roots]
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    left.push(...Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {}))
  }
  return seen
}
