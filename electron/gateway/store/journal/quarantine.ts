import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../../platform/durable-file.ts'
import { bytesOf, exists, fileName, filesIn, type Place, pathOf, sizeOf } from './files.ts'

/** What a crash tore off behind a place, or what cannot be read there: it is kept beside the journal, never deleted. */
export function quarantineRest(directory: string, { file, offset }: Pick<Place, 'file' | 'offset'>): void {
  const path = pathOf(directory, file)
  const size = sizeOf(path)
  if (size > offset)
    writeFileSync(freeName(directory, `${fileName(file)}.from-${offset}`), bytesOf(path, offset, size), {
      mode: 0o600,
      flush: true,
    })
  const later = filesIn(directory).filter((number) => number > file)
  for (const number of later) renameSync(pathOf(directory, number), freeName(directory, `${fileName(number)}.aside`))
  if (size > offset || later.length > 0) syncFolder(directory)
}

/** All files of a journal that is written anew. */
export function quarantineAll(directory: string): void {
  const numbers = filesIn(directory)
  if (numbers.length === 0) return
  const apart = freeName(directory, 'aside')
  mkdirSync(apart, { mode: 0o700 })
  for (const number of numbers) renameSync(pathOf(directory, number), join(apart, fileName(number)))
  syncFolder(apart)
  syncFolder(directory)
}

function freeName(directory: string, name: string): string {
  for (let count = 1; ; count += 1) {
    const path = join(directory, count === 1 ? name : `${name}-${count}`)
    if (!exists(path)) return path
  }
}
