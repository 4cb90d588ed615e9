import { join } from 'node:path'
import type { Configuration } from 'electron-builder'
import { root } from '../root.ts'
import { threadPrograms } from '../threads.ts'
import { fuses } from './fuses.ts'

const updateUrl = process.env['RESIT_RELEASE_URL'] ?? 'https://updates.resit.example/stable'

/** Without the keys of a releaser (build/rehearse.ts). Such a program is for one computer, and never for a shop. */
const isRehearsal = process.env['RESIT_REHEARSAL'] === '1'

/** Binaries of better-sqlite3 for other platforms than the packed one. */
const foreignPrebuilds = (own: 'darwin' | 'linux' | 'win32'): string[] =>
  ['darwin', 'linux', 'linuxmusl', 'win32']
    .filter((name) => name !== own)
    .map((name) => `!node_modules/better-sqlite3/prebuilds/${name}-*.node`)

/** In full for each platform: a list that only excludes files would pack the whole project. */
const filesFor = (platform: Parameters<typeof foreignPrebuilds>[0]): string[] => [
  '.build/desktop/**',
  '.build/renderer/**',
  'package.json',
  '!**/*.map',
  '!node_modules/better-sqlite3/{deps,src,binding.gyp}',
  // Only a head office needs these: a shop has SQLite.
  '!node_modules/{pg,pg-*,pgpass,postgres-*,split2,xtend}/**',
  // They are in the file of their thread.
  '!node_modules/{pdfmake,pdfkit,fontkit,xmldoc}/**',
  '!node_modules/**/{test,tests,__tests__,example,examples,docs,.github}/**',
  '!node_modules/**/*.{md,markdown,ts,mts,cts,map,flow}',
  ...foreignPrebuilds(platform),
]

/** How the desktop is packed for each platform. docs/update.md says what needs a signing key or another system. */
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
  // The packages have built binaries, and nothing is compiled.
  npmRebuild: false,
  buildDependenciesFromSource: false,
  removePackageScripts: true,
  electronFuses: { ...fuses, resetAdHocDarwinSignature: true },
  // Without a key the build fails. An unsigned build needs a flag (build/package.ts).
  forceCodeSigning: true,
  // This runtime has its own FUSE. The older one needs a library that current systems do not have.
  toolsets: { appimage: '1.0.3' },
  publish: [{ provider: 'generic', url: updateUrl, channel: 'latest' }],
  win: {
    icon: join(root, 'build', 'icons', 'icon.ico'),
    target: [{ target: 'nsis', arch: ['x64', 'arm64'] }],
    files: filesFor('win32'),
    // Without a publisher the updater does not check the signature of an installer.
    signtoolOptions: { publisherName: ['Resit developers'], signingHashAlgorithms: ['sha256'] },
    verifyUpdateCodeSignature: !isRehearsal,
  },
  nsis: {
    artifactName: 'Resit-Setup-${version}.${ext}',
    // The installer asks whether it is for all users. A silent one is told: /allusers or /currentuser.
    oneClick: false,
    perMachine: false,
    selectPerMachineByDefault: true,
    allowElevation: true,
    allowToChangeInstallationDirectory: false,
    // The law asks to keep documents: no uninstaller deletes them.
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
    // The updater knows the two kinds of Mac by the name of the file.
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
  // Without a version in its name: an update replaces the file, and the autostart entry still finds it.
  appImage: { artifactName: 'Resit-${arch}.${ext}' },
  deb: { artifactName: 'resit_${version}_${arch}.${ext}' },
}
