import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from './root.ts'

/** The sources name a thread by its address and do not import it: no bundler finds it or renames it. */
const thread = /new URL\((['"])\.\/([\w-]+)\.ts\1, import\.meta\.url\)/g

/**
 * Points each thread's address at the built file in the folder of the program.
 * @param program an expression for the program's address
 */
export const withBuiltThreads = (code: string, program = 'import.meta.url', ending = 'js'): string =>
  code.replaceAll(thread, (_, _quote, name: string) => `new URL('./${name}.${ending}', ${program})`)

/** The threads of the gateway by name. They are found in its sources, so that none is forgotten. */
export const threadPrograms = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    globSync('electron/gateway/**/*.ts', { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(thread)].map(([, , name = '']) => {
        const program = join(root, dirname(file), `${name}.ts`)
        return [basename(program, '.ts'), program] as const
      }),
    ),
  )
