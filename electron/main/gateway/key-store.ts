import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { safeStorage } from 'electron'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import type { OpenedText } from '../../gateway-host/messages.ts'

type State = DesktopState['keyStore']

export type PlatformKeyStore = Awaited<ReturnType<typeof openKeyStore>>

/** Whether a gateway put something into its file of secrets that a key store sealed. */
const hasSealed = (file: string): boolean => existsSync(file) && readFileSync(file, 'utf8').includes('"sealed:')

/** A keyring that is locked asks a person, and answers when that person comes: it is not waited for longer than this. */
const tooLate = () => pause(5_000, undefined, { ref: false })
const lookAgainMs = 10_000

/** What Chromium puts before a text that it only hid: the password for it stands in its own source. */
const plainMark = 'v10'
const markOf = (sealed: Buffer): string => sealed.subarray(0, plainMark.length).toString('latin1')

/**
 * The platform's key store, through the asynchronous calls: the others are deprecated. Which one protects is not asked
 * but tried. If something was sealed, one that does not answer is locked and looked at again; one that answers and
 * cannot open it is lost. If nothing was sealed, it is not waited for.
 * @param changed told after it was opened
 */
export async function openKeyStore(secretsFile: string, changed: (state: State) => void) {
  let state: State = 'locked'
  let isOpen = false
  let isLooking: Promise<void> | null = null
  const become = (next: State) => {
    if (next !== state && isOpen) changed(next)
    state = next
    if (state === 'locked') setTimeout(() => void look(), lookAgainMs).unref()
  }
  const mark = async () =>
    (await safeStorage.isAsyncEncryptionAvailable()) ? markOf(await safeStorage.encryptStringAsync('Resit')) : null
  const protects = (found: string | null | undefined) =>
    typeof found === 'string' && !(process.platform === 'linux' && found === plainMark)
  const look = (): Promise<void> => {
    isLooking ??= mark()
      .catch(() => null)
      .then((found) => {
        isLooking = null
        // The gateway runs without one: it seals what it has when it is started next.
        if (isOpen && state === 'unprotected') return
        if (protects(found)) return become('sealed')
        become(hasSealed(secretsFile) ? 'locked' : 'unprotected')
      })
    return isLooking
  }
  await Promise.race([look(), tooLate()])
  if (state === 'locked' && !hasSealed(secretsFile)) state = 'unprotected'
  isOpen = true
  const made = async (operation: 'seal' | 'open', text: string): Promise<OpenedText> => {
    if (operation === 'seal')
      return { text: (await safeStorage.encryptStringAsync(text)).toString('base64'), isStale: false }
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(text, 'base64'))
    return { text: result, isStale: shouldReEncrypt }
  }
  return {
    state: () => state,
    /** @returns null if it cannot. What cannot be opened stays as it is: nothing is made again */
    async work(operation: 'seal' | 'open', text: string): Promise<OpenedText | null> {
      // A caller waits once for a person, and not for each secret.
      if (state === 'locked') return null
      const answer = await Promise.race([made(operation, text).catch(() => 'failed' as const), tooLate()])
      if (answer !== undefined && answer !== 'failed') return answer
      const found = answer === 'failed' ? await Promise.race([mark().catch(() => null), tooLate()]) : null
      become(protects(found) ? 'lost' : 'locked')
      return null
    },
  }
}
