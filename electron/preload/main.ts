import { contextBridge, ipcRenderer } from 'electron'
import type { Bridge } from '../../shared/desktop/bridge.ts'
import { bridgeName, channelOf, desktopCalls } from '../../shared/desktop/calls.ts'

// Only fixed functions: a page can choose no channel and gets no event objects. The main process checks every input,
// from any sender.
const bridge = Object.fromEntries(
  desktopCalls.map((call) => [call, (ask: unknown) => ipcRenderer.invoke(channelOf(call), ask)]),
) as unknown as Bridge

contextBridge.exposeInMainWorld(bridgeName, bridge)
