/** The preload gets only these names. The schemas are in bridge.ts. */
export const desktopCalls = [
  'state',
  'printers',
  'print',
  'prefer',
  'openLogs',
  'openDocs',
  'choosePath',
  'restartGateway',
  'startAgain',
  'checkForUpdate',
  'applyUpdate',
] as const

export type DesktopCall = (typeof desktopCalls)[number]

export const bridgeName = 'resit'

export const channelOf = (call: DesktopCall): string => `resit:${call}`
