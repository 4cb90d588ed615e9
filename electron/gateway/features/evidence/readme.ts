import { evidenceReadme } from '../../../../shared/words/evidence.ts'
import type { Language } from '../../../../shared/words/words.ts'
import { formats, type Manifest } from './manifest.ts'

export const timeZone = 'Asia/Kuala_Lumpur'

const names: Readonly<Record<Language, string>> = { en: 'README.txt', ms: 'README.ms.txt', zh: 'README.zh.txt' }

/** What the pack is and how to check it, in every language the gateway speaks. */
export function readmes({ format, from, to, company = null, made_at, journal }: Omit<Manifest, 'members'>) {
  const said = {
    from,
    to,
    company,
    timeZone,
    hasDocuments: format === formats.whole,
    madeAt: made_at,
    anchorLine: journal.anchor?.line ?? null,
    readableTo: journal.is_whole ? null : journal.readable_to,
  }
  return (Object.keys(names) as Language[]).map((language) => ({
    name: names[language],
    text: [evidenceReadme(language, said)],
  }))
}
