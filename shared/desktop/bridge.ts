import { z } from 'zod'
import { languages } from '../words/words.ts'
import type { DesktopCall } from './calls.ts'

const gatewayPhases = ['starting', 'running', 'restarting', 'refused', 'attached', 'away', 'stopped'] as const
/** Locked: it does not answer now. Lost: it answers, and what was sealed is not its own. */
const keyStoreStates = ['sealed', 'unprotected', 'locked', 'lost'] as const
const updatePhases = ['none', 'checking', 'downloading', 'ready', 'applying', 'refused', 'failed'] as const

/** Width of the paper in a slip printer in millimetres, or what its own settings say. */
export const rolls = ['58', '80', 'printer'] as const

/** How the desktop stands; what the screens cannot learn from the gateway, because it may be the thing that is away. */
export const desktopState = z.object({
  /** Rises with every change. */
  version: z.int(),
  gateway: z.object({
    phase: z.enum(gatewayPhases),
    /** Since the desktop started. */
    restarts: z.int(),
    /** Whether this desktop learns how it stands, and so can notify. */
    isWatched: z.boolean(),
    /** Why it cannot run, in the language of the desktop; null where it can. */
    sentence: z.string().nullable(),
  }),
  /** Makes the first owner; null once there is one. */
  setupCode: z.string().nullable(),
  keyStore: z.enum(keyStoreStates),
  update: z.object({
    phase: z.enum(updatePhases),
    offered: z.string().nullable(),
    /** What one that is ready waits for. */
    hindrance: z.enum(['in_flight', 'waiting', 'open_shift', 'administrator']).nullable(),
  }),
  /** For slips. */
  printer: z.string().nullable(),
  /** For A4. */
  pagePrinter: z.string().nullable(),
  roll: z.enum(rolls),
  startsWithComputer: z.boolean(),
  isKiosk: z.boolean(),
  /** Of menu and notices, and what the screens start with. */
  language: z.enum(languages),
  appVersion: z.string(),
  /** Whether Chromium keeps the pages in its sandbox: an AppImage does not where the system forbids its namespaces. */
  isSandboxed: z.boolean(),
})
export type DesktopState = z.output<typeof desktopState>

const nothing = z.strictObject({})
const printerName = z.string().min(1).max(300)

/** The gateway makes the page and says who may see it: the screen's own session comes along. */
const printable = {
  saleGuid: z.guid(),
  bearer: z.string().regex(/^rss_[\w-]{20,100}$/),
  language: z.enum(languages),
}

const papers = ['slip', 'a4'] as const
export type Paper = (typeof papers)[number]
export type Roll = (typeof rolls)[number]

const printed = z.object({ outcome: z.enum(['done', 'cancelled', 'refused', 'failed']) })
const accepted = z.object({ accepted: z.boolean() })

/** What a screen may ask, and what it is told: main answers it, the preload passes it on, the screens call it. */
export const bridge = {
  /** Answers when the state is newer than `after`, or after a while all the same. */
  state: { ask: z.strictObject({ after: z.int().min(0) }), answer: desktopState },
  printers: {
    ask: nothing,
    answer: z.object({
      items: z.array(z.object({ name: z.string(), label: z.string() })),
      /** Remembered for each paper, and there now. */
      chosen: z.object({ slip: z.string().nullable(), a4: z.string().nullable() }),
    }),
  },
  print: {
    ask: z.strictObject({ ...printable, paper: z.enum(papers), printer: printerName.nullable() }),
    answer: printed,
  },
  savePdf: { ask: z.strictObject(printable), answer: printed },
  prefer: {
    ask: z.strictObject({
      startsWithComputer: z.boolean().exactOptional(),
      isKiosk: z.boolean().exactOptional(),
      printer: printerName.nullable().exactOptional(),
      pagePrinter: printerName.nullable().exactOptional(),
      roll: z.enum(rolls).exactOptional(),
      language: z.enum(languages).exactOptional(),
    }),
    answer: desktopState,
  },
  openLogs: { ask: nothing, answer: accepted },
  /** The reference for people who connect a till, in the browser of this person. */
  openDocs: { ask: nothing, answer: accepted },
  restartGateway: { ask: nothing, answer: accepted },
  /** The whole program, while its key store opens nothing: Chromium asks a keyring once. */
  startAgain: { ask: nothing, answer: accepted },
  checkForUpdate: { ask: nothing, answer: accepted },
  applyUpdate: { ask: nothing, answer: accepted },
} as const satisfies Record<DesktopCall, { readonly ask: z.ZodType; readonly answer: z.ZodType }>

export type Ask<Call extends DesktopCall> = z.output<(typeof bridge)[Call]['ask']>
export type Answer<Call extends DesktopCall> = z.output<(typeof bridge)[Call]['answer']>

/** As the screens see it. */
export type Bridge = { readonly [Call in DesktopCall]: (ask: Ask<Call>) => Promise<Answer<Call>> }
