// node build/icons.ts: the icons of the program, drawn from renderer/public/icon.svg by a Chromium. They are kept in the
// repository, so that packaging needs no browser.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { findChromium } from './chromium.ts'
import { root } from './root.ts'

const largest = 512
const windowsSizes = [16, 24, 32, 48, 64, 128, 256]
/** Types of the icns format that hold a PNG of that size. */
const macTypes: Readonly<Record<string, number>> = { ic07: 128, ic08: 256, ic09: 512 }

/** An ICO file: a directory of sixteen bytes for each picture, then the pictures. */
function icoOf(pictures: readonly (readonly [size: number, png: Buffer])[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [index, [size, png]] of pictures.entries()) {
    const at = 6 + 16 * index
    // 256 does not fit into the byte and is written as 0.
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...pictures.map(([, png]) => png)])
}

/** An ICNS file: a type and a length before each picture. */
function icnsOf(pictures: readonly (readonly [type: string, png: Buffer])[]): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(type, 'ascii')
    head.writeUInt32BE(body.length + 8, 4)
    return Buffer.concat([head, body])
  }
  return chunk('icns', Buffer.concat(pictures.map(([type, png]) => chunk(type, png))))
}

const executablePath = findChromium()
if (executablePath === null) throw new Error('icons are drawn by a Chromium; see build/chromium.ts')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: largest, height: largest } })
const svg = readFileSync(join(root, 'renderer', 'public', 'icon.svg'), 'utf8')

async function draw(size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`)
  return page.screenshot({ omitBackground: true })
}

const pngs = new Map<number, Buffer>()
for (const size of new Set([...windowsSizes, ...Object.values(macTypes), largest])) pngs.set(size, await draw(size))
await browser.close()

const pngOf = (size: number): Buffer => pngs.get(size) ?? Buffer.alloc(0)
const folder = join(root, 'build', 'icons')
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'icon.png'), pngOf(largest))
writeFileSync(join(folder, 'icon.ico'), icoOf(windowsSizes.map((size) => [size, pngOf(size)])))
writeFileSync(join(folder, 'icon.icns'), icnsOf(Object.entries(macTypes).map(([type, size]) => [type, pngOf(size)])))
