import { existsSync } from 'node:fs'
import { checkEvidence, makeEvidence, PackTooLarge } from '../../gateway/installation/evidence-pack.ts'
import { BadConfiguration } from '../../gateway/settings/values.ts'
import { atRest, type RestingPlace } from './at-rest.ts'

interface EvidenceShown {
  readonly file: string
  readonly bytes: number
  readonly fingerprint: string
  readonly attempts: number
  readonly lines: number
  readonly whole: boolean
  readonly documents: boolean
}

interface Asked {
  readonly from: string
  readonly to: string
  readonly file: string
  readonly hasDocuments: boolean
}

/** @throws BadConfiguration where the days are none or too many, or the file is there already */
export async function evidence(place: RestingPlace, { from, to, file, hasDocuments }: Asked): Promise<EvidenceShown> {
  if (from > to) throw new BadConfiguration('--from is later than --to.')
  if (existsSync(file)) throw new BadConfiguration(`${file} is there already; choose another name.`)
  const { where, ports } = atRest(place)
  const wanted = { from, to, company: null, file, hasDocuments }
  const { isWhole, ...made } = await makeEvidence(where, ports, wanted).catch((cause: unknown) => {
    if (!(cause instanceof PackTooLarge)) throw cause
    throw new BadConfiguration('These days have more than one file of evidence can hold (4 GB): ask for fewer days.', {
      cause,
    })
  })
  return { ...made, whole: isWhole, documents: hasDocuments }
}

export const evidenceText = ({ file, bytes, fingerprint, attempts, lines, whole, documents }: EvidenceShown): string =>
  [
    `${file}: ${bytes} bytes, ${attempts} attempts, ${lines} journal lines.`,
    `Fingerprint (SHA-256), to be written down: ${fingerprint}`,
    ...(whole
      ? []
      : ['The journal could not be read to its end: run “resit verify”, unless a gateway is writing to it.']),
    ...(lines === 0
      ? ['Nothing happened on these days. They are days of Malaysia, where the next one begins at 16:00 UTC.']
      : []),
    ...(documents && lines > 0
      ? ['It has whole documents with names and numbers: keep it like the documents themselves.']
      : []),
    'Whoever gets it checks it with “evidence-check”.',
  ].join('\n')

interface CheckShown {
  readonly sound: boolean
  /** Of very many only the first. */
  readonly findings: readonly string[]
  readonly finding_count: number
  readonly lines: number
  readonly open_lines: number
  readonly from: string | null
  readonly to: string | null
  readonly anchor_line: number | null
  readonly fingerprint: string
}

/** Proves a pack by itself; of the data directory nothing is asked. @throws BadConfiguration where it is not there */
export async function evidenceCheck(file: string): Promise<CheckShown> {
  if (!existsSync(file)) throw new BadConfiguration(`There is no file ${file}.`)
  const { findings, findingCount, lines, open, manifest, fingerprint } = await checkEvidence(file)
  return {
    sound: findingCount === 0,
    findings,
    finding_count: findingCount,
    lines,
    open_lines: open,
    from: manifest?.from ?? null,
    to: manifest?.to ?? null,
    anchor_line: manifest?.journal.anchor?.line ?? null,
    fingerprint,
  }
}

export const evidenceCheckText = (shown: CheckShown): string =>
  [
    `Evidence from ${shown.from ?? 'unknown'} to ${shown.to ?? 'unknown'}, fingerprint ${shown.fingerprint}`,
    `${shown.lines} journal lines, the hash of ${shown.open_lines} computed anew; ${shown.anchor_line === null ? 'no anchor' : `anchored at line ${shown.anchor_line}`}`,
    ...(shown.sound ? ['Everything agrees.'] : shown.findings),
    ...(shown.finding_count > shown.findings.length
      ? [`… and ${shown.finding_count - shown.findings.length} more`]
      : []),
  ].join('\n')
