/** One line of one file of a tree that mirrors the layout. */
export interface Line {
  readonly file: string
  readonly says: string
}

export interface Canary {
  /** Each file here must be reported by the rule. */
  readonly refused: readonly Line[]
  /** What else must stand there for it. */
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
