import { join } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import { fontsBeside } from './fonts.ts'
import { root } from './root.ts'
import { threadPrograms, withBuiltThreads } from './threads.ts'
import { modulesOf, own } from './vite.modules.ts'

const program = (file: string) => join(root, 'electron', file)

/** Of a thread in a packed program, which lies outside of the archive. In a build that is not packed, nothing is replaced. */
const unpacked = "import.meta.url.replace('/app.asar/', '/app.asar.unpacked/')"
const builtThreads = (): Plugin => ({
  name: 'built-threads',
  transform: (code) => withBuiltThreads(code, unpacked, 'cjs'),
})

/** Main process and gateway: modules in one folder. Packages are not bundled: some read files of their own, one is native. */
export const processes: InlineConfig = {
  ...own,
  plugins: [fontsBeside(), builtThreads()],
  define: {
    RESIT_RELEASE_KEY: JSON.stringify(process.env['RESIT_RELEASE_KEY'] ?? ''),
    RESIT_RELEASE_URL: JSON.stringify(process.env['RESIT_RELEASE_URL'] ?? ''),
  },
  build: modulesOf(
    {
      main: program('main/main.ts'),
      'gateway-host': program('gateway-host/main.ts'),
      resit: program('headless/cli/main.ts'),
    },
    ['electron'],
  ),
}

interface OneFile {
  readonly target: string
  readonly external: string
}

/** A program in one CommonJS file, with its packages. */
const inOneFile = (name: string, source: string, { target, external }: OneFile): InlineConfig => ({
  ...own,
  ssr: { noExternal: true, external: [external] },
  build: {
    ssr: true,
    target,
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      external: [external],
      input: { [name]: source },
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  },
})

/**
 * The preload of a sandboxed page can load no other file, and can be no module. A thread needs nothing of Electron's support
 * for archives if it is one file outside of the archive.
 */
export const singleFiles: readonly InlineConfig[] = [
  inOneFile('preload', program('preload/main.ts'), { target: 'chrome140', external: 'electron' }),
  ...Object.entries(threadPrograms()).map(([name, source]) =>
    inOneFile(name, source, { target: 'node24', external: 'better-sqlite3' }),
  ),
]
