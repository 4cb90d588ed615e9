import { words } from '../../words/words.ts'
import { roleScopes, scopes } from '../scopes.ts'

const what = `
A gateway on the shop's computer, between tills and the tax authority. A till hands over a sale as JSON. The gateway keeps it
durably, answers at once, sends it to the authority afterwards, and says what became of it.

* [How a till is written](/docs/read/integrate), with programs to copy, and all other documents, on this computer.
* [The contract](/docs/read/contract): every rule about repeats, amounts, times, pages, voids and cancellations.

**Record**: what the gateway keeps of a document. **Void**: stops a record before it goes to the authority.
**Cancellation**: asks the authority to cancel a valid document. The record's status decides which of the two is possible;
\`NEXT_ACTION\` says it.`

const access = `
## Access

Every endpoint takes \`Authorization: Bearer <token>\`. A token has scopes (${list(scopes)}); each operation names the
one it needs. People who sign in have those of their role:
${Object.entries(roleScopes)
  .map(([role, may]) => `${role} ${list(may)}`)
  .join('; ')}.
A token bound to a company sees that company only; another company's record is \`record_not_found\`.`

const rules = `
## In short

* **A second try**: send the same bytes again. The answer is \`200\` with \`Idempotency-Replayed: true\`, and nothing is started.
* **Amounts** are JSON numbers or decimal text, never read as binary floats. Answers have text with two places.
* **Times** in answers are UTC with milliseconds and \`Z\`. **\`null\`** means absent.
* **Unknown** fields and parameters of a request are faults. Ignore unknown fields of an answer.
* **Headers** that carry input may stand in the query instead, because proxies drop names with underscores.`

const errors = `
## Errors

Errors are \`application/problem+json\` (RFC 9457). \`code\` is stable: [errors](/docs/read/errors) tells what a till does
about each. \`detail\` is a sentence for a person, in the language of \`Accept-Language\`. \`errors\` has one entry for each
fault of a body, with its JSON pointer. \`record\` is the record concerned, as it is now.

| code of an entry | meaning |
|---|---|
${Object.entries(words.en.finding)
  .map(([code, sentence]) => `| \`${code}\` | ${withNamedFigures(sentence)} |`)
  .join('\n')}`

const people = `
## ATTENTION and NEXT_ACTION

**ATTENTION**: a person must know or do something: [alerts](/docs/read/alerts) tells what. \`MESSAGE\` says it in the
language of the caller. No program has to act on it.
**NEXT_ACTION**: what can be done with a record now: \`void\`, \`wait\`, \`cancel\`, \`issue_note\`, \`correct\` or \`none\`.
\`REASON\` says why, for a person.`

export const introduction = [what, access, rules, people, errors].join('\n').trim()

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

function withNamedFigures(sentence: string): string {
  return sentence.replaceAll(/\{\{(\w+)\}\}/g, '*$1*').replaceAll('|', '\\|')
}
