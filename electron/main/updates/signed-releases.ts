import { createPublicKey, verify } from 'node:crypto'
import { type AppUpdater, CancellationToken } from 'electron-updater'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'

/** The releaser did not sign this offer. */
export class NotSigned extends Error {}

type Feed = Extract<Parameters<AppUpdater['setFeedURL']>[0], { readonly provider: 'custom' }>

type Provided = ConstructorParameters<typeof GenericProvider> extends [unknown, ...infer Rest] ? Rest : never

const answeredWithinMs = 20_000

/** Encrypted; or on this computer, for a rehearsal. */
export const isSafeUrl = (url: string): boolean => /^(https:\/\/\S+|http:\/\/127\.0\.0\.1:\d+)$/.test(url)

/**
 * A web server with releases, which need not be trusted: `latest*.yml` counts only with an Ed25519 signature beside it. That file
 * has the version and the SHA-512 of each file, and the updater takes no other file. @param key the releaser's, DER in base64
 */
export function signedReleaseFeed(url: string, key: string): Feed {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  return {
    provider: 'custom',
    updateProvider: class extends GenericProvider {
      constructor(_feed: Feed, ...[updater, options]: Provided) {
        super({ provider: 'generic', url }, updater, options)
      }

      /** The provider asks only for `latest*.yml`. */
      protected override async httpRequest(offer: URL): Promise<string> {
        const signatureOf = new URL(offer)
        signatureOf.pathname += '.sig'
        const token = new CancellationToken()
        const timer = setTimeout(() => token.cancel(), answeredWithinMs)
        const asked = [offer, signatureOf].map((each) => super.httpRequest(each, null, token))
        const [text, signature] = await Promise.all(asked).finally(() => clearTimeout(timer))
        if (verify(null, Buffer.from(text ?? ''), publicKey, Buffer.from(signature ?? '', 'base64'))) return text ?? ''
        throw new NotSigned('the signature of the offer is not the releaser’s')
      }
    },
  }
}
