// npm run package [-- --dir] [--win|--mac|--linux] [--release VERSION] [--unsigned]: builds the installers of this platform and
// their bill of materials, or with --dir the program as it is installed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, Platform } from 'electron-builder'
import { buildStaleDesktop, desktopDir } from './desktop.ts'
import { packing } from './pack/electron-builder.config.ts'
import { root } from './root.ts'
import { billOfMaterials } from './sbom.ts'
import { buildStaleScreens } from './screens.ts'

const { values } = parseArgs({
  options: {
    dir: { type: 'boolean' },
    win: { type: 'boolean' },
    mac: { type: 'boolean' },
    linux: { type: 'boolean' },
    release: { type: 'string' },
    unsigned: { type: 'boolean' },
  },
})

await buildStaleScreens()
// Also if no source is newer: the key of the releaser is built in, and the last build may have had another or none.
rmSync(desktopDir, { recursive: true, force: true })
await buildStaleDesktop()
const asked = [values.win && Platform.WINDOWS, values.mac && Platform.MAC, values.linux && Platform.LINUX].filter(
  (platform) => platform instanceof Platform,
)
const platforms = asked.length > 0 ? asked : [Platform.current()]
for (const platform of platforms)
  await build({
    targets: platform.createTarget(values.dir ? 'dir' : null),
    config: {
      ...packing,
      forceCodeSigning: values.unsigned !== true,
      ...(values.release !== undefined && { extraMetadata: { version: values.release } }),
    },
    publish: 'never',
  })

if (!values.dir) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
  const bill = join(root, 'dist', `Resit-${values.release ?? version}.cdx.json`)
  writeFileSync(bill, `${JSON.stringify(billOfMaterials(), null, 2)}\n`)
}
