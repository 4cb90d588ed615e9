import { readFile } from 'node:fs/promises'
import { filesIn } from '../../gateway/data-dir.ts'
import type { Standing } from '../../gateway-host/messages.ts'
import { standingBy } from '../../gateway-host/standing.ts'

const withinMs = 1_500

interface Attached {
  readonly port: number
  readonly dataDir: string
  readonly language: string
}

/**
 * How a gateway stands that this person started apart from the desktop: asked as the command line asks it, with the
 * token that only this person can read.
 * @returns null where it does not say
 */
export async function standingOfAttached({ port, dataDir, language }: Attached): Promise<Standing | null> {
  try {
    const token = await readFile(filesIn(dataDir).controlToken, 'utf8')
    const headers = { authorization: `Bearer ${token.trim()}`, 'accept-language': language }
    return await standingBy(async (path) => {
      const signal = AbortSignal.timeout(withinMs)
      return (await fetch(`http://127.0.0.1:${port}${path}`, { headers, signal, redirect: 'error' })).json()
    })
  } catch {
    // Ended this moment, or too busy to say: the next look asks again.
    return null
  }
}
