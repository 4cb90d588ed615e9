import { fileURLToPath } from 'node:url'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import { root } from './root.ts'

export const fenceRules = fileURLToPath(new URL('dependency-cruiser.cjs', import.meta.url))

/** With fewer modules, the reader of TypeScript did not work, and no rule would be checked. */
const fewestModules = 50

export interface Crossing {
  readonly rule: string
  readonly from: string
  readonly to: string
}

export interface Cruise {
  readonly modules: number
  readonly crossings: readonly Crossing[]
}

/** Reads the imports under a folder. @returns the imports that a rule forbids */
export async function cruiseRooms(baseDir: string, rooms: readonly string[]): Promise<Cruise> {
  const options = await extractOptions(fenceRules)
  const { output } = await cruise([...rooms], { ...options, baseDir, validate: true })
  const { modules, summary } = output as ICruiseResult
  return {
    modules: modules.filter(({ coreModule, source }) => !coreModule && !source.includes('node_modules/')).length,
    crossings: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

/** @returns one sentence for each violation in this project */
export async function findBreaches(): Promise<string[]> {
  const { modules, crossings } = await cruiseRooms(root, ['shared', 'electron'])
  const breaches = crossings.map(({ rule, from, to }) => `${rule}: ${from} imports ${to}`)
  return modules > fewestModules ? breaches : [`only ${modules} modules were read`, ...breaches]
}

if (import.meta.main) {
  const breaches = await findBreaches()
  for (const breach of breaches) console.error(breach)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
