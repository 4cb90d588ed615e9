// node build/sign-release.ts FOLDER < private-key.pem: writes an Ed25519 signature beside each latest*.yml of a release.
// Everything in the folder goes to the update server; the key never lies there.
import { createPrivateKey, sign } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const [folder = ''] = process.argv.slice(2)
const offers = globSync('latest*.yml', { cwd: folder })
if (offers.length === 0) throw new Error('name the folder of a release: it has a latest*.yml for each platform')
const key = createPrivateKey(await text(process.stdin))
for (const name of offers) {
  const offer = join(folder, name)
  writeFileSync(`${offer}.sig`, sign(null, readFileSync(offer), key).toString('base64'))
}
