import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from './root.ts'

/** How a thread is named in the sources: by an address and not imported, so no bundler finds it or renames it. */
const thread = /new URL\((['"])\.\/([\w-]+)\.ts\1, import\.meta\.url\)/g

/**
 * In what is built every thread lies beside the program.
 * @param program as code says where it is; itself where nothing is said
 */
export const withBuiltThreads = (code: string, program = 'import.meta.url'): string =>
  code.replaceAll(thread, (_, _quote, name: string) => `new URL('./${name}.js', ${program})`)

/** The threads of the gateway by name, as its sources name them: none is forgotten. */
export const threadPrograms = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync('electron/gateway/**/*.ts', { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(thread)].map(([, , name = '']) => {
        const program = join(root, dirname(file), `${name}.ts`)
        return [basename(program, '.ts'), program] as const
      }),
    ),
  )
