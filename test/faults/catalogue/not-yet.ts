import type { EntryId } from './entries.ts'

/** Why no test shows a fault; a reason goes when its test comes. */
export const notYet: Readonly<Partial<Record<EntryId, string>>> = {
  PR5: 'the desktop loads a page that crashed anew; only Electron itself can crash one, and the stub does not',
  IN9: 'a name in the wrong case is an unknown field (IN8); no test sweeps the spellings',
  IN15: 'pages are bounded and walk an index whatever the range; no test asks for a hundred years',
  IN22: 'all SQL is prepared and none is put together from text; no test sends any',
  IN23: 'no test sends line breaks through to the authority',
  IN26: 'one foreign method is tried on every path, not each of them',
  IN28: 'left to the HTTP parser of Node; not tried on a socket yet',
  IN30: 'not tried on a socket yet',
  LO7: 'needs a browser; the guard it meets is tested (LO1)',
  LO9: 'digests are looked up by an index, not compared; no statistics are made',
  LO17: 'nosniff is asserted on every endpoint, the other headers are not',
  LO18: 'not tried on a socket yet',
  LO20: 'a hundred at once are tested (QR17), a thousand are not',
  RD1: 'measured with npm run month, not in every run: a million records take an hour to fill',
  UI2: 'texts of others stand in bdi; no test compares what the eye would see',
  UI6: 'a PIN is typed into the page itself: a page taken over could read it',
  UI11: 'the gateway answers a second void as done (QR1); no test clicks twice',
  UI13: 'measured with npm run measure-screens, not in every run',
  SU4: 'logs are JSON lines of a library that escapes; no test says so',
  SU5: 'the desktop rotates its logs by a library; without it they go to stderr, and no test fills them',
  SU9: 'a matter of how it is installed and built, not of a test',
  AU6: 'nothing is ever deleted; there is no export and seal after the legal period yet',
}
