import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../build/root.ts'

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string
  readonly text: string
}

const ignored = ['node_modules', '.git', 'out', 'dist', '.tsbuild', 'coverage', 'reports']
const textual = /(\.(ts|tsx|cjs|mjs|js|json|md|css|html|sql|yml|yaml)|^LICENSE|^\.gitignore|^\.ci\/run)$/

/** Every text file of the project, also one that is not committed yet. */
export const sourceFiles: readonly SourceFile[] = globSync(['**/*', '.ci/*', '.gitignore'], {
  cwd: root,
  exclude: (path) => ignored.includes(path.split(/[\\/]/).at(-1) ?? ''),
})
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => textual.test(path) && statSync(join(root, path)).isFile())
  .toSorted()
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
