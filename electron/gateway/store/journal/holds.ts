import { frameAt } from '../kept/frame.ts'
import { beginningOf, bytesOf, headerBytes, type Place, pathOf, sizeOf } from './files.ts'

/** Whether the line that is said to end there does. */
export function holds(directory: string, { file, offset, line, chain, lastBytes }: Place): boolean {
  const path = pathOf(directory, file)
  if (lastBytes > 0) return frameAt(bytesOf(path, offset - lastBytes, offset), 0)?.chain.equals(chain) ?? false
  // Before the first line there is nothing to hold; a crash may have torn even the beginning of the file.
  if (line === 0 && sizeOf(path) <= headerBytes) return true
  const start = beginningOf(bytesOf(path, 0, headerBytes))
  return offset === headerBytes && start?.line === line && start.chain.equals(chain)
}
