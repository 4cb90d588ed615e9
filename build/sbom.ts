// npm run -s sbom > resit.cdx.json: every package that is shipped, with versions and digests, as CycloneDX, and Electron,
// which the desktop has around all of it. `npm run package` writes the same beside the installers.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

interface Component {
  readonly name: string
  readonly version: string
  readonly hashes: readonly { readonly alg: 'SHA-512'; readonly content: string }[]
}
interface Locked {
  readonly version: string
  readonly integrity: string
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly devOptional?: boolean
}

/** npm counts it as a tool, and yet it is in every desktop. */
const shippedTool = 'node_modules/electron'

/**
 * The bill of materials of the lock file. npm's own `sbom --omit dev` also leaves out packages of the product that a tool
 * needs too, which are half of them (npm 11.19).
 */
export function billOfMaterials(): { readonly components: readonly Component[] } {
  const { version, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly version: string
    readonly packages: Readonly<Record<string, Locked>>
  }
  const shipped = Object.entries(packages).filter(
    ([path, { dev }]) => path !== '' && (dev !== true || path === shippedTool),
  )
  const components = [...new Map(shipped.map(([path, locked]) => [refOf(path, locked), componentOf(path, locked)]))]
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: { 'bom-ref': `resit@${version}`, type: 'application', name: 'resit', version },
    },
    components: components.map(([, component]) => component),
  } as { readonly components: readonly Component[] }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const refOf = (path: string, { version }: Locked) => `${nameOf(path)}@${version}`

function componentOf(path: string, locked: Locked): Component {
  const { version, integrity, license } = locked
  const name = nameOf(path)
  return {
    'bom-ref': refOf(path, locked),
    type: 'library',
    name,
    version,
    scope: locked.optional === true || locked.devOptional === true ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex') }],
    ...(license !== undefined && { licenses: [{ expression: license }] }),
  } as Component
}

if (import.meta.main) console.log(JSON.stringify(billOfMaterials(), null, 2))
