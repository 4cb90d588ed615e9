/** What the desktop and the process with its gateway say to each other. Control only: documents go by HTTP. */

/** How things stand, as far as the tray, the notifications and an update need to know. */
export interface GatewayState {
  readonly verdict: 'good' | 'warning' | 'bad'
  /** The worst there is to say, in the language the desktop speaks. */
  readonly sentence: string
  /** Not sent yet. */
  readonly waiting: number
  /** Asked, and the answer is not stored yet: an update would leave these in doubt. */
  readonly inFlight: number
  readonly inDoubt: number
  /** Documents that only a person can help. */
  readonly needPerson: number
  /** Of tills, as their people opened and closed them. */
  readonly openShifts: number
  /** When a till last handed in a document under a code without an opened shift, in milliseconds. */
  readonly newestSaleWithoutShiftAt: number | null
}

/** What the key store made of a text. */
export interface Made {
  readonly text: string
  /** Of an opened one: its key is no longer the one in use. */
  readonly isStale: boolean
}

export type ToGateway =
  | { readonly kind: 'stop' }
  /** The computer woke up. */
  | { readonly kind: 'wake' }
  | { readonly kind: 'speak'; readonly language: string }
  /** One at a time. */
  | { readonly kind: 'back_up'; readonly file: string }
  /** Null where it could not. */
  | { readonly kind: 'key_store'; readonly id: number; readonly made: Made | null }

export type FromGateway =
  | { readonly kind: 'ready'; readonly port: number }
  /** It cannot run here: one of the exit codes of contract 1, and the sentence for a person. */
  | {
      readonly kind: 'refused'
      readonly code: number
      readonly sentence: string
      /** Whether the database is gone and its copy can be put back. */
      readonly isLost: boolean
    }
  | { readonly kind: 'set_up'; readonly code: string | null }
  /** Also the sign that it lives: comes every few seconds. */
  | { readonly kind: 'standing'; readonly standing: GatewayState | null }
  | { readonly kind: 'backed_up'; readonly problem: string | null }
  | { readonly kind: 'key_store'; readonly id: number; readonly deed: 'seal' | 'open'; readonly text: string }

/** How often the gateway shows that it lives. */
export const heartbeatMs = 2_000

/** The way from the gateway to the desktop that started it. */
export interface DesktopPort {
  readonly tell: (news: FromGateway) => void
  readonly listen: (heard: (order: ToGateway) => void) => void
}
