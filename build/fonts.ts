import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
import { root } from './root.ts'

/** A source names a font by its file in a package. */
const font = /new URL\(\s*'[./]*node_modules\/([^']+\.ttf)',\s*import\.meta\.url,?\s*\)/g

/** Puts each font beside the program: its package has many more, and is not shipped. */
export const fontsBeside = (): Plugin => ({
  name: 'fonts-beside-the-program',
  enforce: 'pre',
  transform(code) {
    const placed = code.replaceAll(font, (_, path: string) => {
      const fileName = basename(path)
      const beside = (name: string, from: string) =>
        this.emitFile({ type: 'asset', fileName: name, source: readFileSync(join(root, 'node_modules', from)) })
      beside(fileName, path)
      // Its licence (OFL) goes with it.
      beside(`${fileName}.LICENSE`, `${path.split('/', 2).join('/')}/LICENSE_FONT`)
      return `new URL('./${fileName}', import.meta.url)`
    })
    return placed === code ? null : placed
  },
})
