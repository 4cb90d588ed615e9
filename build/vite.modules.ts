import type { InlineConfig } from 'vite'
import { root } from './root.ts'

/** Common to all built programs. */
export const own = { root, configFile: false, publicDir: false, logLevel: 'error' } as const satisfies InlineConfig

/** Modules for Node, in one folder. @param input the programs by name @param external packages that are not bundled */
export const modulesOf = (input: Readonly<Record<string, string>>, external: readonly string[] = []) =>
  ({
    ssr: true,
    // A font beside the program.
    ssrEmitAssets: true,
    target: 'node24',
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      external: [...external],
      input: { ...input },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  }) satisfies InlineConfig['build']
