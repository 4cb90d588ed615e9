import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge } from '../../shared/desktop/bridge.ts'
import { bridgeName, channelOf, desktopCallNames } from '../../shared/desktop/calls.ts'

// The page gets fixed functions only: no channel to choose, no event objects, nothing of ipcRenderer. The main process parses
// every message, from any sender.
const bridge = Object.fromEntries(
  desktopCallNames.map((call) => [call, (ask: unknown) => ipcRenderer.invoke(channelOf(call), ask)]),
) as unknown as Bridge

contextBridge.exposeInMainWorld(bridgeName, bridge)
