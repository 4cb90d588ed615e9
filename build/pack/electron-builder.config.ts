import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { root } from '../root.ts'
import { threadPrograms } from '../threads.ts'
import { fuses } from './fuses.ts'

const updateUrl = process.env['RESIT_RELEASE_URL'] ?? 'https://updates.resit.example/stable'

/** Without what only whoever releases has (build/rehearse.ts): for a computer of its own, never for anybody else's. */
const isRehearsal = process.env['RESIT_REHEARSAL'] === '1'

/** All of better-sqlite3 but the binary of the platform that is packed. */
const foreignPrebuilds = (own: 'darwin' | 'linux' | 'win32'): string[] =>
  ['darwin', 'linux', 'linuxmusl', 'win32']
    .filter((name) => name !== own)
    .map((name) => `!node_modules/better-sqlite3/prebuilds/${name}-*.node`)

/** Said for each platform in full: one that only leaves something out would pack the whole project. */
const filesFor = (platform: Parameters<typeof foreignPrebuilds>[0]): string[] => [
  '.build/desktop/**',
  '.build/renderer/**',
  'package.json',
  '!**/*.map',
  '!node_modules/better-sqlite3/{deps,src,binding.gyp}',
  // A head office's alone: a shop has SQLite.
  '!node_modules/{pg,pg-*,pgpass,postgres-*,split2,xtend}/**',
  '!node_modules/**/{test,tests,__tests__,example,examples,docs,.github}/**',
  '!node_modules/**/*.{md,markdown,ts,mts,cts,map,flow}',
  ...foreignPrebuilds(platform),
]

/** How the desktop is packed for each platform. What needs a signing key or another system is said in docs/update.md. */
export const packing: Configuration = {
  appId: 'my.resit.desktop',
  productName: 'Resit',
  copyright: 'Resit developers, MIT',
  directories: { app: root, output: join(root, 'dist'), buildResources: join(root, 'build', 'pack') },
  asar: true,
  // The system loads a binary from a file of its own; so does a thread, and the package that it asks for.
  asarUnpack: [
    '**/*.node',
    'node_modules/better-sqlite3/**',
    ...Object.keys(threadPrograms()).map((name) => `.build/desktop/${name}.cjs`),
  ],
  // The packages carry built binaries, and nothing is compiled on the way.
  npmRebuild: false,
  buildDependenciesFromSource: false,
  removePackageScripts: true,
  electronFuses: { ...fuses, resetAdHocDarwinSignature: true },
  // A release without a signature is no release: an unsigned build says so (build/package.ts).
  forceCodeSigning: true,
  // The runtime that carries its own FUSE: the other one needs a library that current systems no longer have.
  toolsets: { appimage: '1.0.3' },
  publish: [{ provider: 'generic', url: updateUrl, channel: 'latest' }],
  win: {
    icon: join(root, 'build', 'icons', 'icon.ico'),
    target: [{ target: 'nsis', arch: ['x64', 'arm64'] }],
    files: filesFor('win32'),
    // Without a publisher the updater does not look at the signature of an installer at all.
    signtoolOptions: { publisherName: ['Resit developers'], signingHashAlgorithms: ['sha256'] },
    verifyUpdateCodeSignature: !isRehearsal,
  },
  nsis: {
    artifactName: 'Resit-Setup-${version}.${ext}',
    // Per machine or per user is asked; silently it is /allusers or /currentuser.
    oneClick: false,
    perMachine: false,
    selectPerMachineByDefault: true,
    allowElevation: true,
    allowToChangeInstallationDirectory: false,
    // Documents are kept by law: no uninstaller deletes them.
    deleteAppDataOnUninstall: false,
    include: join(root, 'build', 'pack', 'uninstall.nsh'),
  },
  mac: {
    icon: join(root, 'build', 'icons', 'icon.icns'),
    category: 'public.app-category.business',
    // The updater on macOS takes the zip.
    target: [
      { target: 'dmg', arch: ['x64', 'arm64'] },
      { target: 'zip', arch: ['x64', 'arm64'] },
    ],
    files: filesFor('darwin'),
    // The updater tells the two kinds of Mac apart by the name.
    artifactName: 'Resit-${version}-${arch}.${ext}',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    notarize: !isRehearsal,
  },
  linux: {
    icon: join(root, 'build', 'icons', 'icon.png'),
    executableName: 'resit',
    category: 'Office',
    maintainer: 'Resit developers <dev@resit.example>',
    target: [
      { target: 'AppImage', arch: ['x64', 'arm64'] },
      { target: 'deb', arch: ['x64', 'arm64'] },
    ],
    files: filesFor('linux'),
  },
  // Without its version: an update takes the place of the file, and what starts it with the computer still finds it.
  appImage: { artifactName: 'Resit-${arch}.${ext}' },
  deb: { artifactName: 'resit_${version}_${arch}.${ext}' },
}
