// node build/sign-release.ts VERSION MINIMUM FILE… < private-key.pem: writes resit-release.json and its Ed25519 signature
// beside the first file. Both go to the update server with the files. The key never lies on the server.
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { manifestShape } from '../electron/release/manifest.ts'

const goodForDays = 180
const [version, minimum, ...files] = process.argv.slice(2)
const [first] = files
if (version === undefined || minimum === undefined || first === undefined)
  throw new Error('name the version, the oldest version that may still run, and the files')

const key = createPrivateKey(await text(process.stdin))
const release = manifestShape.safeParse({
  version,
  minimum,
  expires: new Date(Date.now() + goodForDays * 24 * 3_600_000).toISOString(),
  files: files.map((file) => {
    const bytes = readFileSync(file)
    return { name: basename(file), size: bytes.length, sha512: createHash('sha512').update(bytes).digest('base64') }
  }),
})
// What no desktop would take is not signed: a version of another form, a name with a space.
if (!release.success)
  throw new Error(release.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
const manifest = Buffer.from(JSON.stringify(release.data))
const place = join(dirname(first), 'resit-release.json')
writeFileSync(place, manifest)
writeFileSync(`${place}.sig`, sign(null, manifest, key).toString('base64'))
