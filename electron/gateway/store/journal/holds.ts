import { frameAt } from '../kept/frame.ts'
import { beginningOf, bytesOf, headerBytes, isPackedFile, type Place, pathOf, sizeOf } from './files.ts'
import { linesAfter } from './packed-file.ts'

/** Whether the line that is said to end there does. One of a file that was packed since is known by its number. */
export function holds(directory: string, place: Place): boolean {
  const path = pathOf(directory, place.file)
  return holdsPlain(path, place) || (isPackedFile(path) && holdsPacked(path, place))
}

function holdsPlain(path: string, { offset, line, chain, lastBytes }: Place): boolean {
  if (lastBytes > 0) return frameAt(bytesOf(path, offset - lastBytes, offset), 0)?.chain.equals(chain) ?? false
  // Before the first line there is nothing to hold; a crash may have torn even the beginning of the file.
  if (line === 0 && sizeOf(path) <= headerBytes) return true
  const start = beginningOf(bytesOf(path, 0, headerBytes))
  return offset === headerBytes && start?.line === line && start.chain.equals(chain)
}

/** Up to the line itself, which is proved by its block. */
function holdsPacked(path: string, place: Place): boolean {
  const first = linesAfter(path, { ...place, line: place.line - 1 }).next()
  return !first.done && first.value.line === place.line && first.value.chain.equals(place.chain)
}
