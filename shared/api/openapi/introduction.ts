import { words } from '../../words/words.ts'
import { type FaultCode, faultCodes, faults } from '../faults.ts'
import { roles, scopes } from '../scopes.ts'

const what = `
A local gateway between a shop's tills and the national tax authority. A till hands over a sale as JSON; the gateway keeps
it durably, answers at once, sends it to the authority afterwards and explains what became of it. It listens on this
machine only.

How a till is written, with programs to copy, what to do about every error, and what to rehearse: [the documents](/docs/read), on this
machine, searchable.

**Record**: what the gateway keeps of a document. **Void**: stops a record before it goes to the authority.
**Cancellation**: asks the authority to cancel a valid document, and never becomes a void. Which of the two is possible
follows from the record's status alone; every record says so itself in \`NEXT_ACTION\`.`

const access = `
## Access

Every endpoint takes \`Authorization: Bearer <token>\`. A token has scopes (${list(scopes)}); each operation names the
one it needs. People who sign in have those of their role:
${Object.entries(roles)
  .map(([role, may]) => `${role} ${list(may)}`)
  .join('; ')}.
A token bound to a company sees that company only; another company's record is \`record_not_found\`.

Checked in this order, each before the next looks at anything: the caller is on this machine; \`Host\` is 127.0.0.1 or
localhost with the port (at a head office that answers other computers: it came over TLS, under one of its names); the target is a path; \`Origin\` and \`Sec-Fetch-Site\` are not foreign; path and method; token;
scope; content type; size; UTF-8 and JSON; the schema; the rules of the business.`

const choices = `
## What the interface leaves open, and how it is decided here

* **Answers** about documents are the record, in UPPER_SNAKE. Instants are RFC 3339 in UTC with milliseconds and \`Z\`,
  amounts decimal strings with two places. A reader must let fields pass that it does not know. Under \`/operator/v1\` what
  a record or a document has a name for keeps it; everything else is in small letters, and so is the place of a till where
  no record is shown: \`company\` is a COMPANY_CODE, \`outlet\`, \`terminal\` and \`shift\` are the other names of the key.
* **Submission** is \`202\` once the record is durably stored. The same document again is \`200\` with
  \`Idempotency-Replayed: true\` and starts nothing, so a till that heard no answer sends the same bytes again. "Same"
  compares JSON values: the order of keys, white space and the spelling of a number (\`1\`, \`1.0\`) do not matter; the
  order of arrays does, and so does whether an amount is a number or a text. An Invalid record takes a corrected body under the same
  business key as its next revision. After a void only a new SALE_GUID may take the business key.
* **\`null\`** means absent. An unknown field is a fault. **GUIDs** are 8-4-4-4-12 hexadecimal digits in any case, kept
  in lower case; nil and all-f are refused. **Key texts** have 1 to 100 characters, NFC, none invisible, no space at the
  ends, and are compared exactly. In **other texts** line breaks and tabs become a space, and outer spaces are dropped.
* **Amounts** in bodies are JSON numbers or decimal strings with at most 13 digits before the point and 2 after it
  (UNIT_PRICE and QUANTITY 5, RATE and EXCHANGE_RATE 6), and are never read as binary floats.
* **Status**: Pending (kept; the authority cannot have it), InProgress (sent or being sent, also while in doubt), Valid,
  Invalid, Cancelled, Voided. Kind and family of the path must be the record's.
* **Ranges** of submissions are days in the company's time zone, both included, in order of acceptance: \`items\`, and
  \`paging\` with \`page_size\` (at most 25), \`returned\`, \`has_more\` and \`next\`, a path that takes the same headers.
* **Cancellation** is \`200\` when the authority agreed, \`202\` while its answer is not known, \`409\` where it refused.
* **Headers** that carry input appear exactly once. \`outlet_name\` is UTF-8, plain or percent-encoded: it is decoded
  where every \`%\` begins a valid escape, and taken literally otherwise.
* **Proxies** drop headers with underscores: the inputs of headers may stand in the query under the same names instead
  (both at once: \`bad_header\`), and \`paging.next\` then carries them on.
* **Queries**: a parameter that is unknown or repeated is a fault.
* **Limits**: bodies 1 MB for submissions and 16 KB elsewhere, not compressed; JSON at most 32 levels deep with 50,000
  commas; headers 16 KB together.
* **Paths** are exact; only \`/v1/version\` stands for \`/v1/version/\` too. An unknown path is 404 \`route_not_found\`,
  another method 405 \`method_not_allowed\` with \`Allow\`. There is no HEAD.
* **Web pages** of other origins are refused and get no CORS headers, except origins that the owner allowed.
* **Codes of our own** beside those of the interface’s contract: the attention \`sending_paused\` and the error
  \`record_closed\`, explained where they stand.
* **Caching**: answers are \`Cache-Control: no-store\`; reference codes have an \`ETag\`.`

const errors = `
## Errors

Errors are \`application/problem+json\` (RFC 9457). \`code\` is stable; \`detail\` is a sentence for a person in the language
of \`Accept-Language\`; \`errors\` has one entry per fault of a body, with its JSON pointer; \`record\` is the record
concerned, as it is now.

| status | code | meaning |
|---|---|---|
${faultCodes.map((code) => `| ${faults[code].status} | \`${code}\` | ${meaningOf(code)} |`).join('\n')}`

const entries = `
### Entries of \`errors\`

| code | meaning |
|---|---|
${tableOf(words.en.finding)}`

const people = `
## ATTENTION

Where a person must know or do something; \`MESSAGE\` says it in the language of the caller. No program has to act on it.

| CODE | MESSAGE |
|---|---|
${tableOf(words.en.attention)}

## NEXT_ACTION

What can be done with a record now, so that no till works it out again: \`void\`, \`wait\`, \`cancel\`, \`issue_note\`, \`correct\` or
\`none\`. \`REASON\` is one of these sentences; it contains no running clock.

${Object.values(words.en.nextAction)
  .map((sentence) => `* ${sentence}`)
  .join('\n')}

## Pages

| where | rows | the next page |
|---|---|---|
| \`…_checkstatus/by_submission\` | at most 25 (\`page_size\`) | \`paging.next\`, with the same headers |
| \`/operator/v1/changes\` | at most 100 records | \`next\` goes into \`after\`; with \`wait\` it waits up to 25 seconds for the first |

A place after the last change is 400 \`bad_cursor\`: a backup was put back, begin with \`after=0\`.`

/** What the reference says before its first endpoint, in Markdown. */
export const introduction = [what, access, choices, people, errors, entries].join('\n').trim()

function list(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

/** Codes with their sentences, the figures named. */
function tableOf(sentences: Readonly<Record<string, string>>): string {
  return Object.entries(sentences)
    .map(([code, sentence]) => `| \`${code}\` | ${namedFigures(sentence).replaceAll('|', '\\|')} |`)
    .join('\n')
}

/** The sentence a caller gets, with the names of its figures. */
function meaningOf(code: FaultCode): string {
  return namedFigures(words.en.fault[code])
}

function namedFigures(sentence: string): string {
  return sentence.replaceAll(/\{\{(\w+)\}\}/g, '*$1*')
}
