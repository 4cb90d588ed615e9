import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../../platform/durable-file.ts'
import {
  beginning,
  beginningOf,
  bytesOf,
  exists,
  fileName,
  filesIn,
  headerBytes,
  isPackedFile,
  type Place,
  pathOf,
  sizeOf,
} from './files.ts'
import { lastPackedLine } from './packed-file.ts'

/**
 * What a crash tore off behind a place, or what cannot be read there: it is kept beside the journal, never deleted.
 * @returns where lines are added from now on: nothing is ever added to a packed file
 */
export function quarantineRest(directory: string, place: Place): Place {
  const path = pathOf(directory, place.file)
  if (!isPackedFile(path)) {
    quarantine(directory, place)
    return place
  }
  if (lastPackedLine(path) === place.line) {
    quarantine(directory, { ...place, offset: sizeOf(path) })
    return beginning(place.file + 1, place.line, place.chain)
  }
  // A part of it is of no use: all of it is kept apart, and its lines are written anew.
  const begin = beginningOf(bytesOf(path, 0, headerBytes)) ?? place
  quarantine(directory, { ...begin, offset: 0 })
  return beginning(begin.file, begin.line, begin.chain)
}

function quarantine(directory: string, { file, offset }: Pick<Place, 'file' | 'offset'>): void {
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
