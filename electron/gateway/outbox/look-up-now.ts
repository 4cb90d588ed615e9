import type { LookUpResult } from '../../../shared/domain/decide-look-up.ts'
import type { Authority } from '../authority/port.ts'
import type { Company } from '../store/port/port.ts'
import type { Stored } from '../store/port/records.ts'
import type { OutboxDeps } from './deps.ts'
import { lookUpQueryOf, sentText } from './look-up-query.ts'

/** Documents of ours under one number that are looked through for the one a person names. */
const mostNamesakes = 5

/**
 * Asks for one document now, for a person who waits.
 * @param uuid the authority's name of it where the person has one: nothing else that fits is meant
 * @returns what is there; null where the authority did not answer
 */
export async function lookUpNow(
  deps: OutboxDeps,
  company: Company,
  { stored, uuid }: { readonly stored: Stored; readonly uuid: string | null },
): Promise<LookUpResult | null> {
  const { authority, records } = deps
  const query = await lookUpQueryOf(deps, stored)
  const sent = (await records.attempts(stored.seq)).filter(
    ({ revision, outcome }) => revision === stored.record.revision && outcome?.kind !== 'unsent',
  )
  // One that went again as new may have arrived in either form.
  const digests = new Set([query.sha256, ...sent.map(({ sha256 }) => sha256)])
  const sentFrom = Math.min(query.sentFrom, ...sent.map(({ claimedAt }) => claimedAt))
  const textOf = (sha256: string | null) => (sha256 === null ? {} : { text: () => sentText(records, sha256) })
  let isOther = false
  let unproven: LookUpResult | null = null
  for (const sha256 of digests) {
    const leftOut = new Set(query.otherUuids)
    for (let tries = 0; tries < mostNamesakes; tries += 1) {
      const answer = await authority.lookUp(company.profile, [
        { ...query, sha256, ...textOf(sha256), sentFrom, otherUuids: leftOut },
      ])
      const finding = answer.kind === 'answered' ? answer.findings.get(query.saleGuid) : undefined
      if (!finding) return null
      if (finding.kind === 'same' && (uuid === null || isNamed(authority, finding, uuid))) return finding
      if (finding.kind === 'unproven') {
        // Where nothing is left to compare it with, a person's word is what there is.
        if (uuid !== null && isNamed(authority, finding, uuid)) return { ...finding, kind: 'same' }
        unproven ??= finding
      }
      isOther ||= finding.kind !== 'nothing'
      if (finding.kind !== 'same' && finding.kind !== 'unproven') break
      leftOut.add(finding.uuid)
    }
  }
  if (unproven) return unproven
  return isOther ? { kind: 'other' } : { kind: 'nothing' }
}

/** By the authority's own name or the one that people are shown for it. */
function isNamed(authority: Authority, { uuid, submissionUid }: Found, given: string): boolean {
  const names = [uuid, authority.shown({ uuid, submissionUid, longId: '' }).uuid]
  return names.some((name) => name.toLowerCase() === given.toLowerCase())
}

type Found = Extract<LookUpResult, { kind: 'same' | 'unproven' }>
