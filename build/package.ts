// npm run package [-- --dir] [--win|--mac|--linux]: the installers of this platform, or with --dir the program as it
// would be installed. Everything is built anew first.
import { parseArgs } from 'node:util'
import { build, Platform } from 'electron-builder'
import { buildStaleDesktop } from './desktop.ts'
import { packing } from './pack/electron-builder.config.ts'
import { buildStaleScreens } from './screens.ts'

const { values } = parseArgs({
  options: {
    dir: { type: 'boolean' },
    win: { type: 'boolean' },
    mac: { type: 'boolean' },
    linux: { type: 'boolean' },
  },
})

await buildStaleScreens()
await buildStaleDesktop()
const asked = [values.win && Platform.WINDOWS, values.mac && Platform.MAC, values.linux && Platform.LINUX].filter(
  (platform) => platform instanceof Platform,
)
const platforms = asked.length > 0 ? asked : [Platform.current()]
for (const platform of platforms)
  await build({
    targets: platform.createTarget(values.dir ? 'dir' : null),
    config: packing,
    publish: 'never',
  })
