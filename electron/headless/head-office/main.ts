import { serveMain } from '../serve-main.ts'
import { headOfficeHelp } from './help.ts'

await serveMain(headOfficeHelp, () => import('./run.ts'))
