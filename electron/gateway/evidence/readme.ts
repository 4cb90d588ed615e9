import type { Manifest } from './manifest.ts'

/** What the pack is and how to check it, for somebody who has never seen one. */
export const readme = ({ from, to, made_at, journal }: Omit<Manifest, 'members'>): string =>
  `EVIDENCE OF WHAT A RESIT GATEWAY DID
from ${from} to ${to} (days in ${timeZone}), made ${made_at}

What is in here
  attempts.csv / .json      every time a document was sent, or tried to be: when, which bytes (SHA-256), what came of it
  connectivity.csv / .json  when the tax authority answered, and when it did not although it was asked
  clock.csv / .json         when the computer's clock was set back, and how it compared with the authority's
  chain.ndjson              the gateway's journal for the period, line by line, with the hash of each line
  anchor.json               the last seal of the journal, where there is one
  manifest.json             the SHA-256 of every other file in here

All times are UTC. Names, TINs, identity numbers, addresses, telephone numbers and the documents themselves are left out
or masked. Files ending in .csv open in a spreadsheet and say the same as those ending in .json.

How to check it
  1. With Resit:  resit evidence-check FILE.zip
     It needs nothing but this file, and names the first thing that does not fit.
  2. Without it:  compute the SHA-256 of each file and compare it with manifest.json (“sha256sum” does it).
  3. The chain, by hand: SHA-256 over these bytes is the “chain” of a line that has a “head”:
       the chain of the line before (32 bytes), the length of the head in bytes (4 bytes, the highest first), the head.
     It begins with journal.before in manifest.json. A line without a “head” told of a person or held a document; its
     chain is shown, and the lines behind it were made from it. The gateway that keeps the journal can show what it said.
  4. From the gateway to paper: the head code on a shift's report is the first 8 letters of the chain of some line here,
     where the shift was in the period. Whoever makes a pack is told its fingerprint, the SHA-256 of the whole file:
     compared with one that was written down then, not even the maker can have changed it since.

What it proves, and what it does not
  Nothing in here was changed since the pack was made, no line of the period is missing, and all lines lead to the
  anchor${journal.anchor === null ? ' (this journal has none yet)' : ` at line ${journal.anchor.line}`}. Who makes packs could make a false one from the start: its fingerprint, the head codes on paper
  and the authority's own list of documents are what it is compared with.
${journal.is_whole ? '' : `\n  ATTENTION: what stands in the journal behind line ${journal.readable_to} could not be read, or was being written.\n`}`

export const timeZone = 'Asia/Kuala_Lumpur'
