/** A line of a file in a small tree with the project's folders. */
export interface Line {
  readonly file: string
  readonly says: string
}

export interface Canary {
  /** Each file here must be reported by the rule. */
  readonly refused: readonly Line[]
  /** Further files that the example needs. */
  readonly beside?: readonly Line[]
  /** Each file here must be reported by no rule. */
  readonly passes: readonly Line[]
}

export const line = (file: string, target: string): Line => ({ file, says: `import '${target}'` })
export const typeLine = (file: string, target: string): Line => ({
  file,
  says: `import type { Thing } from '${target}'`,
})

export const gateway = 'electron/gateway'
