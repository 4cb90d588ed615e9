// npm run collection: the calls of a till as a Postman collection, which Bruno, Insomnia and Hoppscotch import.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApiBuilders } from '../shared/api/openapi/reference.ts'
import { collectionOf } from './collection-of.ts'

const file = join(fileURLToPath(new URL('..', import.meta.url)), 'reports', 'resit.postman_collection.json')
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, `${JSON.stringify(collectionOf(openApiBuilders['/openapi-till.json']()), null, 2)}\n`)
process.stdout.write(`${file}\nImport it, and set the variables “origin” and “token”.\n`)
