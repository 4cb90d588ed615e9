import type { SourceFile } from './tree.ts'

/** A custom for all files, with a file that breaks it and one that does not. */
export interface Custom {
  readonly title: string
  /** Whether the file breaks the custom. */
  readonly isBrokenBy: (file: SourceFile) => boolean
  /** Paths that may break it, each with the reason. */
  readonly exceptions: Readonly<Record<string, string>>
  readonly breaks: SourceFile
  readonly keeps: SourceFile
}

const isCode = ({ path }: SourceFile) => /\.(ts|tsx|cjs)$/.test(path)
const isTest = ({ path }: SourceFile) => path.startsWith('test/') && path.endsWith('.test.ts')

/** Joins words that would break the customs in this file itself. */
const apart = (...pieces: string[]) => pieces.join('')

const note = new RegExp(apart('\\b(TO', 'DO|FIX', 'ME)\\b'))
const machine = new RegExp(apart('(^|[^\\w.])/', '(work|root|Users)/'), 'm')
const leftOut = /\.(skip|skipIf|runIf|todo)\(|\bskip\(/
const alone = /\.only\(/
const ownLimit = /^\s*\}, \d[\d_]*_000\)$|\b(timeout|testTimeout|hookTimeout|retry): \d/m

const vague = ['manager', 'helper', 'util', 'common', 'misc', 'base', 'data', 'info', 'impl', 'service']
const isVague = (word: string) => vague.includes(word.replace(/s$/, '')) || vague.includes(word)

/** File names that tools and platforms require. */
const givenName = /^(LICENSE|README\.md|CONTRIBUTING\.md|SECURITY\.md|CHANGELOG\.md|\.gitignore)$/
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/

export const customs: readonly Custom[] = [
  {
    title: 'files and folders are named in kebab-case',
    isBrokenBy: ({ path }) =>
      !path.split('/').every((part) => kebab.test(part) || part === '.ci' || givenName.test(part)),
    exceptions: {
      'electron/gateway/codes/lists/': 'the authority names its lists with underscores',
      'test/faults/CATALOGUE.md': 'a document, in capitals like the others',
    },
    breaks: { path: 'shared/domain/nextAction.ts', text: '' },
    keeps: { path: 'shared/domain/next-action.test.ts', text: '' },
  },
  {
    title: 'no name is one that could stand for anything',
    isBrokenBy: ({ path }) => path.split(/[/.-]/).some(isVague),
    exceptions: {
      'build/tsconfig.base.json': 'the name that the compiler documents for it',
      'electron/gateway/installation/data-dir.ts':
        'the data directory is called so on the command line and in the contract',
    },
    breaks: { path: 'electron/gateway/date-utils.ts', text: '' },
    keeps: { path: 'electron/gateway/calendar.ts', text: '' },
  },
  {
    title: 'SQL has no binary floats for amounts',
    isBrokenBy: ({ path, text }) =>
      path.startsWith('electron/') && /\b(AS|[a-z_]+) REAL\b|::(numeric|real)\b/.test(text),
    exceptions: {},
    breaks: { path: 'electron/gateway/store/list.ts', text: 'CAST(total_payable AS REAL) >= ?' },
    keeps: { path: 'electron/gateway/store/list.ts', text: 'CAST(total_payable AS bigint) >= ?' },
  },
  {
    title: 'no exported name is one that could stand for anything',
    isBrokenBy: (file) =>
      isCode(file) &&
      [...file.text.matchAll(/^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm)].some(
        ([, name = '']) =>
          /(Manager|Helper|Utils?|Common|Misc|Impl|Service)(?=[A-Z]|$)/.test(name[0]?.toUpperCase() + name.slice(1)),
      ),
    exceptions: {},
    breaks: { path: 'electron/gateway/a.ts', text: 'export class StoreManager {}' },
    keeps: { path: 'electron/gateway/a.ts', text: 'export interface Store {}' },
  },
  {
    title: 'a file ends before its three hundredth line',
    isBrokenBy: ({ path, text }) => !path.endsWith('.md') && text.trimEnd().split('\n').length > 300,
    exceptions: {
      'package-lock.json': 'written by npm',
      'electron/gateway/codes/lists/': 'lists of the authority',
      'build/dependency-cruiser.cjs': 'a table of fences',
      'build/monitoring/dashboard.json': 'as Grafana writes it',
      'shared/words/': 'tables of sentences',
      'renderer/words/': 'tables of sentences',
    },
    breaks: { path: 'shared/domain/long.ts', text: '\n'.repeat(300).replaceAll('\n', 'x\n').concat('x') },
    keeps: { path: 'shared/domain/short.ts', text: '\n'.repeat(300) },
  },
  {
    title: 'nothing is left for later in a comment',
    isBrokenBy: ({ text }) => note.test(text),
    exceptions: {},
    breaks: { path: 'shared/a.ts', text: apart('// TO', 'DO later') },
    keeps: { path: 'shared/a.ts', text: '// why: the order matters' },
  },
  {
    title: 'a test that is left out says so on the screen',
    isBrokenBy: (file) => isTest(file) && leftOut.test(file.text) && !file.text.includes('console.warn('),
    exceptions: {},
    breaks: { path: 'test/a.test.ts', text: "test.skip('a', () => {})" },
    keeps: { path: 'test/a.test.ts', text: "console.warn('no samples')\ntest.skip('a', () => {})" },
  },
  {
    title: 'no test has a time-out of its own, which a slow machine would reach, and none is tried twice',
    isBrokenBy: (file) => isTest(file) && ownLimit.test(file.text),
    exceptions: { 'test/faults/upstream/outage.long.test.ts': 'its full sweep by hand takes more than an hour' },
    breaks: { path: 'test/a.test.ts', text: "test('a', async () => {\n}, 60_000)" },
    keeps: { path: 'test/a.test.ts', text: 'await expect.poll(state).toBe(1)' },
  },
  {
    title: 'no test keeps the others from running',
    isBrokenBy: (file) => isTest(file) && alone.test(file.text),
    exceptions: {},
    breaks: { path: 'test/a.test.ts', text: "test.only('a', () => {})" },
    keeps: { path: 'test/a.test.ts', text: "test('a', () => {})" },
  },
  {
    title: 'no file knows the machine it was written on',
    isBrokenBy: ({ text }) => machine.test(text),
    exceptions: {},
    breaks: { path: 'README.md', text: apart('see /wo', 'rk/main') },
    keeps: { path: 'README.md', text: 'see shared/work/main and https://resit.example/work/' },
  },
  {
    title: 'no file hands on what another file says',
    isBrokenBy: (file) =>
      isCode(file) &&
      (/(^|\/)index\.tsx?$/.test(file.path) || /^export (type )?(\*|\{[^}]*\}) .*from '/m.test(file.text)),
    exceptions: {},
    breaks: { path: 'shared/domain/all.ts', text: "export * from './record.ts'" },
    keeps: {
      path: 'shared/domain/some.ts',
      text: "import { statusOf } from './status.ts'\nexport const status = statusOf",
    },
  },
  {
    title: 'time and chance come in through ports',
    isBrokenBy: ({ path, text }) =>
      /^(shared|electron\/gateway)\/.*\.ts$/.test(path) &&
      /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bperformance\.now\b|\brandomUUID\b/.test(text),
    exceptions: {
      'electron/gateway/platform/system.ts': 'the ports themselves',
      'electron/gateway/platform/stdio.ts': 'when a line of the log was written',
      'electron/gateway/store/copy/copying.ts': 'how old the copy is; nothing is decided of a document by it',
      'electron/gateway/store/group-commit.ts': 'how long another program has the database says when to give up',
      'electron/gateway/store/storage-monitor.ts': 'how long tills waited for the store is a figure',
      'electron/gateway/store/open.ts': 'a probe that only has to be a write; nothing reads the instant',
    },
    breaks: { path: 'shared/domain/a.ts', text: 'const now = Date.now()' },
    keeps: { path: 'shared/domain/a.ts', text: 'const at = new Date(now)' },
  },
  {
    title: 'no screen writes a time without saying in which zone: the browser may be set to another than the company',
    isBrokenBy: ({ path, text }) => {
      const written =
        text.match(/\btoLocale(Date|Time)String\(|\.toLocaleString\([\w()]+, |Intl\.DateTimeFormat/g) ?? []
      const parts = /\.get(Date|Day|Month|FullYear|Hours|Minutes|Seconds|TimezoneOffset)\(|\)\.toLocaleString\(\)/
      return path.startsWith('renderer/') && (parts.test(text) || written.length > text.split('timeZone').length - 1)
    },
    exceptions: {},
    breaks: { path: 'renderer/parts/a.ts', text: "new Date(at).toLocaleString(locale, { hour: '2-digit' })" },
    keeps: { path: 'renderer/parts/a.ts', text: "new Date(at).toLocaleString(locale, { timeZone: 'UTC' })" },
  },
  {
    title: 'what leaves this computer leaves through the one client that knows the proxy',
    isBrokenBy: ({ path, text }) => /^(electron|shared)\/.*\.ts$/.test(path) && /(?<![.\w#])fetch\(/.test(text),
    exceptions: {
      'electron/gateway/installation/proof.ts': 'asks a gateway on this computer who it is',
      'electron/main/gateway/open-gateway.ts': 'asks a gateway on this computer whether it runs',
    },
    breaks: { path: 'electron/gateway/a.ts', text: "await fetch('https://authority.example')" },
    keeps: { path: 'electron/gateway/a.ts', text: 'this.#fetch(list); refresher.fetch(list)' },
  },
]
