import { type Canary, gateway, line, typeLine } from './canary.ts'

/** Examples for the rules of the desktop in build/dependency-cruiser.cjs, by their names. */
export const desktopCanaries: Readonly<Record<string, Canary>> = {
  'electron-only-in-main-and-preload': {
    refused: [
      line(`${gateway}/opens-window.ts`, 'electron'),
      line('electron/headless/opens-window.ts', 'electron'),
      line('electron/gateway-host/opens-window.ts', 'electron'),
      typeLine('renderer/gateway/knows-window.ts', 'electron'),
    ],
    passes: [line('electron/main/opens-window.ts', 'electron'), line('electron/preload/opens-bridge.ts', 'electron')],
  },
  'main-sees-one-file-of-the-gateway': {
    refused: [typeLine('electron/main/reads-store.ts', '../gateway/store/port/port.ts')],
    passes: [line('electron/main/starts-gateway.ts', '../gateway/gateway.ts')],
  },
  'renderer-knows-shared-only': {
    refused: [typeLine('renderer/screens/reads-ports.ts', '../../electron/gateway/ports.ts')],
    passes: [line('renderer/screens/asks.ts', '../../shared/api/call.ts')],
  },
  'renderer-runs-in-a-page': {
    refused: [line('renderer/parts/reads-disk.ts', 'node:fs')],
    passes: [line('renderer/parts/reads-words.ts', '../../shared/words/words.ts')],
  },
}
