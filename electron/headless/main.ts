import { gatewayHelp } from './help.ts'
import { serveMain } from './serve-main.ts'

await serveMain(gatewayHelp, () => import('./run.ts'))
