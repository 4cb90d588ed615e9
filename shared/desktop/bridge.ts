import { z } from 'zod'
import { languages } from '../words/words.ts'
import type { DesktopCallName } from './calls.ts'

const gatewayPhases = ['starting', 'running', 'restarting', 'refused', 'attached', 'away', 'stopped'] as const
/** The system's key store. `locked`: it does not answer now. `lost`: it cannot open what it sealed. */
const keyStoreStates = ['sealed', 'unprotected', 'locked', 'lost'] as const
const updatePhases = ['none', 'checking', 'downloading', 'ready', 'applying', 'refused', 'failed'] as const

/** Paper width in millimetres, or the printer's own setting. */
export const rollSizes = ['58', '80', 'printer'] as const

/** The state of the desktop, which runs also while the gateway is away. */
export const desktopStateSchema = z.object({
  version: z.int(),
  gateway: z.object({
    phase: z.enum(gatewayPhases),
    restarts: z.int(),
    /** Where tills find it; null until it runs. */
    port: z.int().nullable(),
    /** Whether the desktop knows the gateway's state and can notify. */
    isWatched: z.boolean(),
    /** Why the gateway does not run, in the desktop's language; null if it runs. */
    sentence: z.string().nullable(),
  }),
  /** Null once there is an owner. */
  setupCode: z.string().nullable(),
  keyStore: z.enum(keyStoreStates),
  update: z.object({
    phase: z.enum(updatePhases),
    offered: z.string().nullable(),
    /** Why a downloaded update is not installed yet. */
    blockReason: z.enum(['in_flight', 'waiting', 'open_shift', 'administrator']).nullable(),
  }),
  printer: z.string().nullable(),
  pagePrinter: z.string().nullable(),
  roll: z.enum(rollSizes),
  startsWithComputer: z.boolean(),
  isKiosk: z.boolean(),
  /** The language of menu and notices, and at first of the screens. */
  language: z.enum(languages),
  appVersion: z.string(),
  /** An AppImage has no sandbox if the system forbids user namespaces. */
  isSandboxed: z.boolean(),
})
export type DesktopState = z.output<typeof desktopStateSchema>

const nothing = z.strictObject({})
const printerName = z.string().min(1).max(300)

const papers = ['slip', 'a4'] as const
export type Paper = (typeof papers)[number]
export type Roll = (typeof rollSizes)[number]

const accepted = z.object({ accepted: z.boolean() })

/** The calls of the screens. The preload passes them on, and the main process answers. */
export const bridgeSchemas = {
  /** Answers after a change, or after some time without one. */
  state: { ask: z.strictObject({ after: z.int().min(0) }), answer: desktopStateSchema },
  printers: {
    ask: nothing,
    answer: z.object({
      items: z.array(z.object({ name: z.string(), label: z.string() })),
      chosen: z.object({ slip: z.string().nullable(), a4: z.string().nullable() }),
    }),
  },
  /** The gateway makes the page for the session of the screen. */
  print: {
    ask: z.strictObject({
      saleGuid: z.guid(),
      bearer: z.string().regex(/^rss_[\w-]{20,100}$/),
      language: z.enum(languages),
      paper: z.enum(papers),
      printer: printerName.nullable(),
    }),
    answer: z.object({ outcome: z.enum(['done', 'cancelled', 'refused', 'failed']) }),
  },
  prefer: {
    ask: z.strictObject({
      startsWithComputer: z.boolean().exactOptional(),
      isKiosk: z.boolean().exactOptional(),
      printer: printerName.nullable().exactOptional(),
      pagePrinter: printerName.nullable().exactOptional(),
      roll: z.enum(rollSizes).exactOptional(),
      language: z.enum(languages).exactOptional(),
    }),
    answer: desktopStateSchema,
  },
  openLogs: { ask: nothing, answer: accepted },
  /** Opens the documentation in the person's browser. */
  openDocs: { ask: nothing, answer: accepted },
  /** Asks the person with the dialog of the system. Null if they closed it. */
  chooseFolder: { ask: nothing, answer: z.object({ path: z.string().nullable() }) },
  restartGateway: { ask: nothing, answer: accepted },
  /** Starts Resit again, because Chromium asks a keyring only once in a process. */
  startAgain: { ask: nothing, answer: accepted },
  checkForUpdate: { ask: nothing, answer: accepted },
  applyUpdate: { ask: nothing, answer: accepted },
} as const satisfies Record<DesktopCallName, { readonly ask: z.ZodType; readonly answer: z.ZodType }>

export type DesktopRequest<Call extends DesktopCallName> = z.output<(typeof bridgeSchemas)[Call]['ask']>
export type DesktopAnswer<Call extends DesktopCallName> = z.output<(typeof bridgeSchemas)[Call]['answer']>

export type Bridge = { readonly [Call in DesktopCallName]: (ask: DesktopRequest<Call>) => Promise<DesktopAnswer<Call>> }
