/** The preload gets only these names. The schemas are in bridge.ts. */
export const desktopCallNames = [
  'state',
  'printers',
  'print',
  'prefer',
  'openLogs',
  'openDocs',
  'chooseFolder',
  'restartGateway',
  'startAgain',
  'checkForUpdate',
  'applyUpdate',
] as const

export type DesktopCallName = (typeof desktopCallNames)[number]

export const bridgeName = 'resit'

export const channelOf = (call: DesktopCallName): string => `resit:${call}`
