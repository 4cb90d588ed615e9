import { fileURLToPath } from 'node:url'
import type { InlineConfig, Plugin } from 'vite'

const asPath = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

/** A thread is named by an address and not imported, so no bundler renames it. */
const builtThreads = (): Plugin => ({
  name: 'built-threads',
  transform: (code) =>
    code.replaceAll(/new URL\((['"])\.\/([\w-]+)\.ts\1, import\.meta\.url\)/g, "new URL('./$2.js', import.meta.url)"),
})

const shared: InlineConfig = {
  root: asPath('..'),
  configFile: false,
  publicDir: false,
  logLevel: 'error',
}

/**
 * Main process, gateway and its thread: modules side by side in one folder. Packages stay outside: some read files
 * that lie beside them, one is native.
 */
export const processes: InlineConfig = {
  ...shared,
  plugins: [builtThreads()],
  define: {
    RESIT_RELEASE_KEY: JSON.stringify(process.env['RESIT_RELEASE_KEY'] ?? ''),
    RESIT_RELEASE_URL: JSON.stringify(process.env['RESIT_RELEASE_URL'] ?? ''),
  },
  build: {
    ssr: true,
    target: 'node24',
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      external: ['electron'],
      input: {
        main: asPath('../electron/main/main.ts'),
        'gateway-host': asPath('../electron/gateway-host/main.ts'),
        worker: asPath('../electron/gateway/store/thread/worker.ts'),
        'copy-check-thread': asPath('../electron/gateway/store/copy-check-thread.ts'),
        resit: asPath('../electron/headless/cli/main.ts'),
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
}

/** One file: a preload of a sandboxed page can load no other, and can be no module. */
export const preload: InlineConfig = {
  ...shared,
  build: {
    ssr: true,
    target: 'chrome140',
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      external: ['electron'],
      input: { preload: asPath('../electron/preload/main.ts') },
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  },
}
