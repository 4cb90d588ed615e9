import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { onlyAfterReady } from './ready.ts'

/** A key store for each name. It cannot open what another one sealed. */
const keyOf = (mark: string) =>
  createHash('sha256')
    .update(mark + (process.env['STUB_KEY_STORE'] ?? 'of this computer'))
    .digest()

/** Electron asks for its keys once. If a person dismisses the question, this process never gets the keyring's keys. */
let isDismissed: boolean | null = null

/** While this file exists and is empty, the keyring waits for a person and does not answer. */
async function unlocked(): Promise<void> {
  onlyAfterReady('safeStorage cannot be used before app is ready')
  const lock = process.env['STUB_LOCKED'] ?? ''
  const isLocked = () => existsSync(lock) && readFileSync(lock, 'utf8') === ''
  while (isLocked()) await new Promise((resolve) => setTimeout(resolve, 50))
  isDismissed ??= existsSync(lock)
}

/** The prefix of Chromium's sealed texts: v11 with a keyring of Linux, v10 with the password in Chromium's source. */
const markInUse = () => (process.env['STUB_BACKEND'] === 'basic_text' || isDismissed ? 'v10' : 'v11')

export const safeStorage = {
  async isAsyncEncryptionAvailable() {
    try {
      await unlocked()
    } catch {
      return false
    }
    return process.env['STUB_KEY_STORE'] !== 'none'
  },
  async encryptStringAsync(text: string) {
    await unlocked()
    const mark = markInUse()
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', keyOf(mark), iv)
    return Buffer.concat([Buffer.from(mark), iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  },
  async decryptStringAsync(sealed: Buffer) {
    await unlocked()
    const mark = sealed.subarray(0, 3).toString('latin1')
    if (mark === 'v11' && markInUse() === 'v10')
      throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.')
    const decipher = createDecipheriv('aes-256-gcm', keyOf(mark), sealed.subarray(3, 15))
    decipher.setAuthTag(sealed.subarray(-16))
    const result = Buffer.concat([decipher.update(sealed.subarray(15, -16)), decipher.final()]).toString('utf8')
    return { result, shouldReEncrypt: process.env['STUB_KEY_ROTATED'] === 'yes' }
  },
}
