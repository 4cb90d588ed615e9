import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * The whole text under this name, or nothing of it, whenever the power goes.
 * @param mode who may read it, whatever the process says of new files
 */
export async function place(file: string, text: string, mode: number): Promise<void> {
  const fresh = `${file}.part`
  // Others may write to the folder: what lies there under this name is not written through.
  await rm(fresh, { force: true })
  const handle = await open(fresh, 'wx', mode)
  try {
    await handle.writeFile(text)
    await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(fresh, file)
  await syncNames(dirname(file))
}

async function syncNames(directory: string): Promise<void> {
  // Windows opens no directories, and its file system logs their changes itself.
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
