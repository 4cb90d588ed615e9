/** A line of a file in a small tree with the project's folders. */
export interface Line {
  readonly file: string
  readonly says: string
}

export interface Canary {
  /** The rule must report each of these files. */
  readonly refused: readonly Line[]
  /** Further files that the example needs. */
  readonly beside?: readonly Line[]
  /** No rule may report these files. */
  readonly passes: readonly Line[]
}

export const line = (file: string, target: string): Line => ({ file, says: `import '${target}'` })
export const typeLine = (file: string, target: string): Line => ({
  file,
  says: `import type { Thing } from '${target}'`,
})

export const gateway = 'electron/gateway'
