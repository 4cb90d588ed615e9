/** Everything a screen may ask of the desktop around it; shapes in bridge.ts. The names alone go into the preload. */
export const desktopCalls = [
  'state',
  'printers',
  'print',
  'savePdf',
  'prefer',
  'openLogs',
  'openDocs',
  'restartGateway',
  'startAgain',
  'checkForUpdate',
  'applyUpdate',
] as const

export type DesktopCall = (typeof desktopCalls)[number]

/** Where the screens find the bridge. */
export const bridgeName = 'resit'

export const channelOf = (call: DesktopCall): string => `resit:${call}`
