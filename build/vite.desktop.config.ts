import { join } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import { root } from './root.ts'
import { threadPrograms, withBuiltThreads } from './threads.ts'
import { modulesOf, own } from './vite.modules.ts'

const program = (file: string) => join(root, 'electron', file)

const builtThreads = (): Plugin => ({ name: 'built-threads', transform: (code) => withBuiltThreads(code) })

/**
 * Main process, gateway and its thread: modules side by side in one folder. Packages stay outside: some read files
 * that lie beside them, one is native.
 */
export const processes: InlineConfig = {
  ...own,
  plugins: [builtThreads()],
  define: {
    RESIT_RELEASE_KEY: JSON.stringify(process.env['RESIT_RELEASE_KEY'] ?? ''),
    RESIT_RELEASE_URL: JSON.stringify(process.env['RESIT_RELEASE_URL'] ?? ''),
  },
  build: modulesOf(
    {
      main: program('main/main.ts'),
      'gateway-host': program('gateway-host/main.ts'),
      ...threadPrograms(),
      resit: program('headless/cli/main.ts'),
    },
    ['electron'],
  ),
}

/** One file: a preload of a sandboxed page can load no other, and can be no module. */
export const preload: InlineConfig = {
  ...own,
  build: {
    ssr: true,
    target: 'chrome140',
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      external: ['electron'],
      input: { preload: program('preload/main.ts') },
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  },
}
