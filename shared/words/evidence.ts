import { defineWords, sayIn } from './engine.ts'
import type { Language } from './words.ts'

/** What the read-me of an evidence pack is filled with. */
export interface EvidenceSaid {
  readonly from: string
  readonly to: string
  /** COMPANY_CODE of whose documents the attempts are; null for every company's. */
  readonly company: string | null
  readonly timeZone: string
  readonly madeAt: string
  /** Null where the journal has none yet. */
  readonly anchorLine: number | null
  /** Up to which line the journal could be read; null where that is its end. */
  readonly readableTo: number | null
  /** Whether it has everything as it was kept, nothing masked. */
  readonly hasDocuments: boolean
}

const evidenceWords = defineWords({
  en: {
    whole: `EVIDENCE OF WHAT A RESIT GATEWAY DID
from {{from}} to {{to}} (days in {{timeZone}}), made {{madeAt}}

What is in here
  attempts.csv / .json      every time a document was sent, or tried to be: when, which bytes (SHA-256), what came of it
  connectivity.csv / .json  when the tax authority answered, and when it did not although it was asked
  clock.csv / .json         when the computer's clock was set back, and how it stood beside the authority's
  chain.ndjson              the gateway's journal for the period, line by line, with the hash of each line
  anchor.json               the last seal of the journal, where there is one
  manifest.json             the SHA-256 of every other file in here

All times are UTC. {{shown}} Files ending in .csv open in a spreadsheet and say the same as those ending in .json.
{{ofCompany}}
How to check it
  1. With Resit:  resit evidence-check FILE.zip
     It needs nothing but this file, and names the first thing that does not fit.
  2. Without it:  compute the SHA-256 of each file and compare it with manifest.json (“sha256sum” does it).
  3. The chain, by hand: SHA-256 over these bytes is the “chain” of a line that has a “head”:
       the chain of the line before (32 bytes), the length of the head in bytes (4 bytes, the highest first), the head,
       then “body” and “document” where the line has them.
     It begins with journal.before in manifest.json. {{withheld}}
  4. From the gateway to paper: the head code on a shift's report is the first 8 letters of the chain of some line here,
     where the shift was in the period. Whoever makes a pack is told its fingerprint, the SHA-256 of the whole file:
     compared with one that was written down then, not even the maker can have changed it since.

What it proves, and what it does not
  Nothing in here was changed since the pack was made, no line of the period is missing, and all lines lead to the
  anchor{{anchor}}. Who makes packs could make a false one from the start: its fingerprint, the head codes on paper
  and the authority's own list of documents are what it is compared with.
{{notWhole}}`,
    masked: `Names, TINs, identity numbers, addresses, telephone numbers and the documents themselves are left out
or masked.`,
    everything: `KEEP THIS FILE LIKE THE DOCUMENTS THEMSELVES: chain.ndjson has them whole, with names, numbers and
addresses. Its “body” is what the till sent, its “document” what was sent to the tax authority.`,
    isMasked: `A line without a “head” told of a person or held a document; its
     chain is shown, and the lines behind it were made from it. The gateway that keeps the journal can show what it said.`,
    isWhole: `The SHA-256 of a “document” stands in the head, and in attempts.csv.`,
    ofCompany:
      'attempts.csv and .json have the documents of company {{company}} only; everything else is of the whole gateway.\n',
    noAnchor: ' (this journal has none yet)',
    anchor: ' at line {{line}}',
    notWhole:
      '\n  ATTENTION: what stands in the journal behind line {{line}} could not be read, or was being written.\n',
  },
  ms: {
    whole: `BUKTI APA YANG DIBUAT OLEH GET LALUAN RESIT
dari {{from}} hingga {{to}} (hari di {{timeZone}}), dibuat {{madeAt}}

Apa yang ada di sini
  attempts.csv / .json      setiap kali dokumen dihantar atau cuba dihantar: bila, bait mana (SHA-256), apa hasilnya
  connectivity.csv / .json  bila pihak berkuasa cukai menjawab, dan bila tidak walaupun ditanya
  clock.csv / .json         bila jam komputer diundur, dan bagaimana jam itu berbanding jam pihak berkuasa
  chain.ndjson              jurnal get laluan bagi tempoh itu, baris demi baris, dengan cincangan setiap baris
  anchor.json               meterai terakhir jurnal, jika ada
  manifest.json             SHA-256 setiap fail lain di sini

Semua masa ialah UTC. {{shown}} Fail .csv dibuka dalam hamparan dan mengatakan hal yang sama dengan fail .json.
{{ofCompany}}
Cara menyemaknya
  1. Dengan Resit:  resit evidence-check FILE.zip
     Ia hanya memerlukan fail ini, dan menamakan perkara pertama yang tidak sepadan.
  2. Tanpa Resit:  kira SHA-256 setiap fail dan bandingkan dengan manifest.json (“sha256sum” boleh membuatnya).
  3. Rantaian, dengan tangan: SHA-256 bagi bait berikut ialah “chain” bagi baris yang mempunyai “head”:
       chain baris sebelumnya (32 bait), panjang head dalam bait (4 bait, yang tertinggi dahulu), head itu,
       kemudian “body” dan “document” jika baris itu memilikinya.
     Ia bermula dengan journal.before dalam manifest.json. {{withheld}}
  4. Dari get laluan ke kertas: kod kepala pada laporan syif ialah 8 huruf pertama chain suatu baris di sini, jika syif
     itu dalam tempoh ini. Sesiapa yang membuat pek diberi cap jarinya, SHA-256 seluruh fail: berbanding cap jari yang
     dicatat ketika itu, pembuatnya sendiri pun tidak dapat mengubahnya lagi.

Apa yang dibuktikan, dan apa yang tidak
  Tiada apa di sini diubah sejak pek dibuat, tiada baris tempoh itu hilang, dan semua baris membawa kepada sauh{{anchor}}.
  Sesiapa yang membuat pek boleh membuat pek palsu dari mula: cap jarinya, kod kepala di atas kertas dan senarai dokumen
  pihak berkuasa sendiri ialah bandingannya.
{{notWhole}}`,
    masked: `Nama, TIN, nombor pengenalan, alamat, nombor telefon dan dokumen itu sendiri ditinggalkan atau
disembunyikan.`,
    everything: `SIMPAN FAIL INI SEPERTI DOKUMEN ITU SENDIRI: chain.ndjson mengandunginya sepenuhnya, dengan nama, nombor
dan alamat. “body” ialah apa yang dihantar oleh mesin tunai, “document” apa yang dihantar kepada pihak berkuasa cukai.`,
    isMasked: `Baris tanpa “head” menyebut seseorang atau memegang dokumen;
     chain-nya ditunjukkan, dan baris di belakangnya dibuat daripadanya. Get laluan yang menyimpan jurnal dapat
     menunjukkan isinya.`,
    isWhole: `SHA-256 bagi “document” tertulis dalam head, dan dalam attempts.csv.`,
    ofCompany:
      'attempts.csv dan .json hanya mengandungi dokumen syarikat {{company}}; yang lain adalah bagi seluruh get laluan.\n',
    noAnchor: ' (jurnal ini belum ada sauh)',
    anchor: ' pada baris {{line}}',
    notWhole:
      '\n  PERHATIAN: apa yang ada dalam jurnal selepas baris {{line}} tidak dapat dibaca, atau sedang ditulis.\n',
  },
  zh: {
    whole: `RESIT 网关所做之事的证据
从 {{from}} 到 {{to}}（{{timeZone}} 的日期），制作于 {{madeAt}}

内容
  attempts.csv / .json      每次发送或尝试发送单据：何时、哪些字节（SHA-256）、结果如何
  connectivity.csv / .json  税务机关何时有回应，何时被询问却没有回应
  clock.csv / .json         电脑时钟何时被调回，以及与税务机关时钟相比如何
  chain.ndjson              该期间网关日志的每一行，以及每行的散列值
  anchor.json               日志的最后一次封印（如果有）
  manifest.json             这里其他每个文件的 SHA-256

所有时间均为 UTC。{{shown}}.csv 文件可用电子表格打开，内容与 .json
文件相同。
{{ofCompany}}
如何核对
  1. 用 Resit：resit evidence-check FILE.zip
     只需要这个文件，并会指出第一处不符。
  2. 不用 Resit：计算每个文件的 SHA-256，与 manifest.json 比较（可用“sha256sum”）。
  3. 手工核对链条：对有“head”的行，其“chain”是以下字节的 SHA-256：
       上一行的 chain（32 字节）、head 的字节长度（4 字节，高位在前）、head，然后是该行的“body”和“document”（如果有）。
     从 manifest.json 的 journal.before 开始。{{withheld}}
  4. 从网关到纸上：班次报告上的头码，是这里某一行 chain 的前 8 个字母（若该班次在此期间内）。制作证据包的人会得到其指纹，
     即整个文件的 SHA-256：与当时记下的指纹比较，连制作者本人也无法再改动。

证明什么，不证明什么
  证据包制作之后没有任何改动，该期间没有缺行，所有行都通向封印{{anchor}}。制作者可以从一开始就造假：应拿其指纹、纸上的头码
  以及税务机关自己的单据清单来比较。
{{notWhole}}`,
    masked: '姓名、TIN、证件号码、地址、电话号码及单据本身均已略去或遮盖。',
    everything: `请像保管单据本身一样保管此文件：chain.ndjson 含有完整单据，包括姓名、号码和地址。
“body”是收银机发来的内容，“document”是发给税务机关的内容。`,
    isMasked: `没有“head”的行提到某人或含有单据；只显示其 chain，后面的行由它得出。
     保存日志的网关可以出示其内容。`,
    isWhole: '“document”的 SHA-256 写在 head 和 attempts.csv 中。',
    ofCompany: 'attempts.csv 和 .json 只含公司 {{company}} 的单据；其余内容涉及整个网关。\n',
    noAnchor: '（此日志尚无封印）',
    anchor: '（第 {{line}} 行）',
    notWhole: '\n  注意：日志第 {{line}} 行之后的内容无法读取，或正在写入。\n',
  },
})

/** What an evidence pack is and how to check it, for somebody who has never seen one. */
export function evidenceReadme(
  language: Language,
  { company, anchorLine, readableTo, hasDocuments, ...said }: EvidenceSaid,
): string {
  const say = (key: 'anchor' | 'notWhole', line: number) => sayIn(evidenceWords, language, key, { line: String(line) })
  const words = evidenceWords[language]
  return sayIn(evidenceWords, language, 'whole', {
    ...said,
    shown: hasDocuments ? words.everything : words.masked,
    withheld: hasDocuments ? words.isWhole : words.isMasked,
    ofCompany: company === null ? '' : sayIn(evidenceWords, language, 'ofCompany', { company }),
    anchor: anchorLine === null ? words.noAnchor : say('anchor', anchorLine),
    notWhole: readableTo === null ? '' : say('notWhole', readableTo),
  })
}
