/** The messages between the desktop and the process of its gateway. They only control it: documents go by HTTP. */

/** The state of the gateway that the tray, the notices and an update need. */
export interface GatewayHealth {
  readonly verdict: 'good' | 'warning' | 'bad'
  readonly sentence: string
  readonly waiting: number
  /** Asked, but the answer is not stored yet: an update would leave these in doubt. */
  readonly inFlight: number
  readonly inDoubt: number
  readonly needPerson: number
  readonly openShifts: number
  /** When a till last handed in a document under a code without an opened shift, in milliseconds. */
  readonly newestSaleWithoutShiftAt: number | null
}

export interface KeyStoreResult {
  readonly text: string
  readonly isStale: boolean
}

export type ToGateway =
  | { readonly kind: 'stop' }
  | { readonly kind: 'wake' }
  | { readonly kind: 'speak'; readonly language: string }
  | { readonly kind: 'back_up' }
  /** Null if it failed. */
  | { readonly kind: 'key_store'; readonly id: number; readonly made: KeyStoreResult | null }

export type FromGateway =
  | { readonly kind: 'ready'; readonly port: number }
  /** The gateway cannot run: an exit code of contract 1, and a sentence for a person. */
  | {
      readonly kind: 'refused'
      readonly code: number
      readonly sentence: string
      /** Whether the database is gone and its copy can be restored. */
      readonly isLost: boolean
    }
  | { readonly kind: 'set_up'; readonly code: string | null }
  /** Sent every few seconds, as a sign of life. */
  | { readonly kind: 'standing'; readonly standing: GatewayHealth | null }
  | { readonly kind: 'backed_up'; readonly problem: string | null }
  | { readonly kind: 'key_store'; readonly id: number; readonly operation: 'seal' | 'open'; readonly text: string }

export const heartbeatMs = 2_000

export interface DesktopPort {
  readonly tell: (news: FromGateway) => void
  readonly listen: (heard: (order: ToGateway) => void) => void
}
