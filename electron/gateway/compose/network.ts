import {
  createNetworkListener,
  type NetworkListener,
  type NetworkListenerDeps,
  type TlsPairFault,
} from '../http/network-listener.ts'
import { isOpenToOthers } from '../platform/secret-file.ts'
import type { Settings } from '../settings/settings.ts'
import { BadConfiguration } from '../settings/values.ts'

const sentences: Readonly<Record<TlsPairFault, string>> = {
  unreadable: 'RESIT_TLS_CERTIFICATE and RESIT_TLS_KEY must name two files that this account may read.',
  open_key: 'RESIT_TLS_KEY names a file that other accounts can read. Close it to them (chmod 600).',
  not_a_certificate: 'RESIT_TLS_CERTIFICATE is no certificate in PEM form, or its key is too weak to be used.',
  not_a_key: 'RESIT_TLS_KEY is no private key in PEM form without a password.',
  mismatch: 'RESIT_TLS_KEY is not the key of the certificate that RESIT_TLS_CERTIFICATE names.',
  other_name: 'The certificate that RESIT_TLS_CERTIFICATE names is not for every name in RESIT_TLS_HOSTS.',
}

/**
 * Not listening yet; null if other computers are not answered.
 * @throws BadConfiguration if its files cannot be used, or later if it cannot listen
 */
export async function prepareNetworkListener(
  wish: Settings['network'],
  deps: Omit<NetworkListenerDeps, 'isOpenToOthers'>,
): Promise<NetworkListener | null> {
  if (!wish) return null
  const listener = await createNetworkListener(wish, { ...deps, isOpenToOthers })
  if (typeof listener === 'string') throw new BadConfiguration(sentences[listener])
  return {
    ...listener,
    listen: (server) =>
      listener.listen(server).catch((cause: unknown) => {
        const sentence = cause instanceof Error && 'code' in cause ? unlistened[String(cause.code)] : undefined
        throw sentence === undefined ? cause : new BadConfiguration(sentence, { cause })
      }),
  }
}

const unlistened: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'RESIT_LISTEN names an address that this computer does not have; 0.0.0.0 is all that it has.',
  EACCES:
    'RESIT_LISTEN: this account may not listen on that port. Choose one from 1024 on, and name in RESIT_TLS_HOSTS the one that others see.',
}
