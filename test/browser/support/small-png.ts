import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** Of a palette (PNG 11.3.2.1). */
const mostColours = 256
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * The same picture with a palette, in less than half of the bytes. Edges of letters have a thousand more colours in a
 * few points each; these get the nearest colour.
 * @param png from a browser: eight bits for each of red, green and blue, not interlaced
 */
export function smallPng(png: Buffer): Buffer {
  const { width, height, data } = read(png)
  const points = unfiltered(data, width * 3, height)
  const [palette, placeOf] = paletteOf(points)
  const rows = Buffer.alloc((width + 1) * height)
  for (let at = 0, place = 0; at < rows.length; at += 1)
    // Each row begins with its filter type, 0 for none.
    if (at % (width + 1) !== 0) rows[at] = placeOf.get(points.readUIntBE(3 * place++, 3)) ?? 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  const parts = [chunk('IHDR', header), chunk('PLTE', palette), chunk('IDAT', deflateSync(rows, { level: 9 }))]
  return Buffer.concat([signature, ...parts, chunk('IEND', Buffer.alloc(0))])
}

function read(png: Buffer) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  if (!png.subarray(24, 29).equals(Buffer.from([8, 2, 0, 0, 0]))) throw new Error('not a picture of this kind')
  const parts: Buffer[] = []
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return { width, height, data: inflateSync(Buffer.concat(parts)) }
}

/** Undoes the filters, which store differences to neighbours (PNG 9.2). */
function unfiltered(data: Buffer, stride: number, height: number): Buffer {
  const points = Buffer.alloc(stride * height)
  for (let row = 0; row < height; row += 1) {
    const from = row * (stride + 1)
    const filter = data[from] ?? 0
    for (let at = 0; at < stride; at += 1) {
      const left = at < 3 ? 0 : (points[row * stride + at - 3] ?? 0)
      const above = row === 0 ? 0 : (points[(row - 1) * stride + at] ?? 0)
      const corner = at < 3 || row === 0 ? 0 : (points[(row - 1) * stride + at - 3] ?? 0)
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0
      points[row * stride + at] = ((data[from + 1 + at] ?? 0) + guess) & 0xff
    }
  }
  return points
}

function paeth(left: number, above: number, corner: number): number {
  const awayFrom = (near: number) => Math.abs(left + above - corner - near)
  if (awayFrom(left) <= awayFrom(above) && awayFrom(left) <= awayFrom(corner)) return left
  return awayFrom(above) <= awayFrom(corner) ? above : corner
}

/** The most frequent colours, and for every colour the one that stands for it. */
function paletteOf(points: Buffer): readonly [Buffer, ReadonlyMap<number, number>] {
  const uses = new Map<number, number>()
  for (let at = 0; at < points.length; at += 3) {
    const colour = points.readUIntBE(at, 3)
    uses.set(colour, (uses.get(colour) ?? 0) + 1)
  }
  const sorted = [...uses].toSorted(([, one], [, other]) => other - one).map(([colour]) => colour)
  const chosen = sorted.slice(0, mostColours)
  const placeOf = new Map(sorted.map((colour, at) => [colour, at < mostColours ? at : nearest(chosen, colour)]))
  const palette = Buffer.alloc(3 * chosen.length)
  for (const [at, colour] of chosen.entries()) palette.writeUIntBE(colour, 3 * at, 3)
  return [palette, placeOf]
}

function nearest(colours: readonly number[], wanted: number): number {
  const far = colours.map((colour) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((colour >> shift) & 0xff) - ((wanted >> shift) & 0xff)) ** 2, 0),
  )
  return far.indexOf(Math.min(...far))
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
