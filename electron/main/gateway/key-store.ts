import type { SafeStorage } from 'electron'
import type { DesktopState } from '../../../shared/desktop/bridge.ts'
import type { Made } from '../../gateway-host/messages.ts'

export interface PlatformKeyStore {
  readonly state: DesktopState['keyStore']
  /** Seals or opens a text; null where it cannot. What cannot be opened stays as it is: nothing is made anew. */
  readonly work: (deed: 'seal' | 'open', text: string) => Promise<Made | null>
}

/**
 * The platform's key store, through the asynchronous calls: the others are deprecated.
 * @param lost called where something that was sealed cannot be opened
 */
export async function openKeyStore(
  storage: SafeStorage,
  platform: NodeJS.Platform,
  lost: (cause: unknown) => void,
): Promise<PlatformKeyStore> {
  const isThere = await storage.isAsyncEncryptionAvailable()
  // Chromium's own fallback uses a password that stands in its source: no protection, and never called one.
  const isPlain = platform === 'linux' && ['basic_text', 'unknown'].includes(storage.getSelectedStorageBackend())
  return {
    state: isThere && !isPlain ? 'sealed' : 'unprotected',
    async work(deed, text) {
      try {
        if (deed === 'seal')
          return { text: (await storage.encryptStringAsync(text)).toString('base64'), isStale: false }
        const { result, shouldReEncrypt } = await storage.decryptStringAsync(Buffer.from(text, 'base64'))
        return { text: result, isStale: shouldReEncrypt }
      } catch (cause) {
        lost(cause)
        return null
      }
    },
  }
}
