import { inflateSync } from 'node:zlib'

/** The dark and light modules of a QR code, row by row, without the quiet zone. */
export type Modules = readonly (readonly boolean[])[]

export interface ReadCode {
  readonly text: string
  readonly errorCorrection: 'L' | 'M' | 'Q' | 'H'
}

/**
 * Reads an undamaged code by ISO/IEC 18004. It knows the block sizes of level M only.
 * @throws Error if it is no such code
 */
export function readQr(modules: Modules): ReadCode {
  const size = modules.length
  const version = (size - 17) / 4
  const dark = (x: number, y: number) => modules[y]?.[x] === true
  const format = formatOf(dark) ^ 0x5412
  const errorCorrection = (['M', 'L', 'H', 'Q'] as const)[format >> 13]
  if (errorCorrection !== 'M' || !Number.isInteger(version)) throw new Error(`${size} modules, ${errorCorrection}`)
  const masked = maskOf((format >> 10) & 7)
  const bits = dataPlaces(size, version).map(([x, y]) => dark(x, y) !== masked(x, y))
  return { text: textOf(dataOf(bytesOf(bits), version), version), errorCorrection }
}

function formatOf(dark: (x: number, y: number) => boolean): number {
  const places = [
    ...[0, 1, 2, 3, 4, 5].map((y) => [8, y] as const),
    [8, 7],
    [8, 8],
    [7, 8],
    ...[5, 4, 3, 2, 1, 0].map((x) => [x, 8] as const),
  ] as const
  return places.reduce((sum, [x, y], bit) => sum | (dark(x, y) ? 1 << bit : 0), 0)
}

type Mask = (x: number, y: number) => boolean

function maskOf(mask: number): Mask {
  const masks: readonly Mask[] = [
    (x, y) => (x + y) % 2 === 0,
    (_x, y) => y % 2 === 0,
    (x) => x % 3 === 0,
    (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
    (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
  ]
  return masks[mask] ?? (() => false)
}

/** The places of the codewords' bits in order: up and down in columns of two, from the right. */
function dataPlaces(size: number, version: number): readonly (readonly [number, number])[] {
  const centres = alignmentCentres(size, version)
  const isAlignment = (x: number, y: number) =>
    centres.some((cy) =>
      centres.some((cx) => {
        const isFinder = (cx === 6 && cy === 6) || (cx === 6 && cy === size - 7) || (cx === size - 7 && cy === 6)
        return !isFinder && Math.abs(x - cx) <= 2 && Math.abs(y - cy) <= 2
      }),
    )
  const isVersion = (x: number, y: number) => version >= 7 && x >= size - 11 && x < size - 8 && y < 6
  const isFunction = (x: number, y: number) =>
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x >= size - 8 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    isAlignment(x, y) ||
    isVersion(x, y) ||
    isVersion(y, x)
  const places: [number, number][] = []
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step += 1) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
      for (const x of [right, right - 1]) if (!isFunction(x, y)) places.push([x, y])
    }
  }
  return places
}

function alignmentCentres(size: number, version: number): readonly number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2
  return [6, ...Array.from({ length: count - 1 }, (_, at) => size - 7 - at * step).toReversed()]
}

function bytesOf(bits: readonly boolean[]): readonly number[] {
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + Number(bit), 0),
  )
}

/** Check bytes of level M, by version from 1. */
const checkBytes = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22]
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9]

function dataOf(codewords: readonly number[], version: number): readonly number[] {
  const blocks = blockCounts[version - 1] ?? 0
  const shortBytes = Math.floor(codewords.length / blocks) - (checkBytes[version - 1] ?? 0)
  const short = blocks - (codewords.length % blocks)
  const data: number[][] = Array.from({ length: blocks }, () => [])
  let next = 0
  for (let at = 0; at <= shortBytes; at += 1)
    for (const [block, bytes] of data.entries())
      if (at < shortBytes || block >= short) {
        bytes.push(codewords[next] ?? 0)
        next += 1
      }
  return data.flat()
}

const alphanumeric = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

function textOf(data: readonly number[], version: number): string {
  const bits = data.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  let at = 0
  const take = (count: number) => Number.parseInt(bits.slice(at, (at += count)), 2)
  const wide = version >= 10
  let text = ''
  while (at + 4 <= bits.length) {
    const mode = take(4)
    if (mode === 0) break
    if (mode === 4) {
      const bytes = Array.from({ length: take(wide ? 16 : 8) }, () => take(8))
      text += new TextDecoder().decode(new Uint8Array(bytes))
    } else if (mode === 2) {
      for (let left = take(wide ? 11 : 9); left > 0; left -= 2) {
        const pair = take(left > 1 ? 11 : 6)
        text += (left > 1 ? (alphanumeric[Math.floor(pair / 45)] ?? '') : '') + (alphanumeric[pair % 45] ?? '')
      }
    } else if (mode === 1) {
      for (let left = take(wide ? 12 : 10); left > 0; left -= 3)
        text += String(take([4, 7, 10][Math.min(left, 3) - 1] ?? 0)).padStart(Math.min(left, 3), '0')
    } else throw new Error(`mode ${mode}`)
  }
  return text
}

export interface Picture {
  readonly modules: Modules
  /** In modules. */
  readonly quietZone: number
}

/** Reads the colour in the middle of every module of a square picture. */
function sampled(side: number, isDark: (x: number, y: number) => boolean): Picture {
  let edge = 0
  while (edge < side && !isDark(edge + 0.5, edge + 0.5)) edge += 1
  let finder = 0
  while (isDark(edge + finder + 0.5, edge + 0.5)) finder += 1
  // The pattern in a corner is seven modules wide.
  const module = finder / 7
  const count = Math.round((side - 2 * edge) / module)
  const modules = Array.from({ length: count }, (_row, y) =>
    Array.from({ length: count }, (_column, x) => isDark(edge + (x + 0.5) * module, edge + (y + 0.5) * module)),
  )
  return { modules, quietZone: edge / module }
}

/** Reads an SVG with one path of straight lines, filled by the even-odd rule. */
export function modulesOfSvg(svg: string): Picture {
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const path = / d="([^"]+)"/.exec(svg)?.[1] ?? ''
  const edges = path
    .split('Z')
    .filter((shape) => shape !== '')
    .flatMap((shape) => {
      const corners = [...shape.matchAll(/[ML](\d+) (\d+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const)
      return corners.map((from, at) => [from, corners[(at + 1) % corners.length] ?? from] as const)
    })
    .filter(([[fromX], [toX]]) => fromX === toX)
  const isDark = (x: number, y: number) =>
    edges.filter(([[edgeX, one], [, other]]) => edgeX < x && y > Math.min(one, other) && y < Math.max(one, other))
      .length %
      2 ===
    1
  return sampled(side, isDark)
}

/** Reads a PNG with eight bits a channel, with or without transparency. */
export function modulesOfPng(png: Buffer): Picture {
  const width = png.readUInt32BE(16)
  const channels = png[25] === 6 ? 4 : 3
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const pixels = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, channels)
  return sampled(width, (x, y) => (pixels[Math.floor(y)]?.[Math.floor(x) * channels] ?? 255) < 128)
}

function unfiltered(raw: Buffer, rowBytes: number, channels: number): readonly Uint8Array[] {
  const rows: Uint8Array[] = []
  for (let start = 0; start < raw.length; start += rowBytes + 1) {
    const above = rows.at(-1) ?? new Uint8Array(rowBytes)
    const row = new Uint8Array(rowBytes)
    for (let at = 0; at < rowBytes; at += 1) {
      const left = row[at - channels] ?? 0
      const up = above[at] ?? 0
      const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, above[at - channels] ?? 0)]
      row[at] = (raw[start + 1 + at] ?? 0) + (guesses[raw[start] ?? 0] ?? 0)
    }
    rows.push(row)
  }
  return rows
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const nearest = [left, up, corner].map((value) => Math.abs(guess - value))
  return [left, up, corner][nearest.indexOf(Math.min(...nearest))] ?? 0
}
