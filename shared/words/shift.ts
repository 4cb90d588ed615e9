import type { Family, Kind } from '../domain/record.ts'
import type { Status } from '../domain/status.ts'
import { documentWords } from './documents.ts'
import { defineWords } from './engine.ts'

/** What a shift's report says: its headings, why a document needs a person, and what to do about it. */
type Blocker = 'in_doubt' | 'cancellation_in_doubt' | 'refused' | 'attention' | 'submission_closing'
export type ShiftWord =
  | Status
  | Kind
  | Family
  | `why_${Blocker}`
  | `step_${Blocker}`
  | 'settled'
  | 'title'
  | 'so_far'
  | 'practice'
  | 'till'
  | 'shift'
  | 'number'
  | 'opened'
  | 'closed'
  | 'clean'
  | 'with_remainders'
  | 'reason'
  | 'totals'
  | 'by_kind'
  | 'by_status'
  | 'by_payment'
  | 'not_stated'
  | 'paid_unreadable'
  | 'nothing_sold'
  | 'voids'
  | 'cancellations'
  | 'on_the_portal'
  | 'replaced'
  | 'unsent'
  | 'in_doubt'
  | 'waiting_for_consolidation'
  | 'for_consolidation'
  | 'remainders'
  | 'none'
  | 'and_more'
  | 'head_code'
  | 'journal_untrusted'
  | 'since_then'
  | 'late'
  | 'made_at'
  | 'documents'
  | 'signature'
  | 'requested'
  | 'asking'
  | 'unknown'
  | 'accepted'
  | 'refused'

export const shiftWords = defineWords<ShiftWord>({
  en: {
    ...documentWords.en,
    why_in_doubt: 'It was sent, and nobody knows yet whether MyInvois has it.',
    step_in_doubt: 'Look it up now on the queue screen. Do not sell it again.',
    why_cancellation_in_doubt: 'MyInvois was asked to cancel it and the answer was lost.',
    step_cancellation_in_doubt: 'Wait for the look-up, or start it now on the queue screen.',
    why_refused: 'MyInvois refused it.',
    step_refused: 'Correct it at the till and send it again, or close it if it is not to be corrected.',
    why_attention: 'Somebody must decide about it.',
    step_attention: 'Open the document: it says what to do.',
    why_submission_closing: 'It is not sent, and the time for sending it is nearly over.',
    step_submission_closing: 'Find out what keeps it back on the queue screen, and send it before the time is over.',
    settled: 'Settled since.',
    title: 'Shift report',
    so_far: 'Not closed: figures so far',
    practice: 'PRACTICE - NOT FOR ACCOUNTS',
    till: 'Till',
    shift: 'Shift',
    number: 'Report no.',
    opened: 'Opened',
    closed: 'Closed',
    clean: 'Closed clean: nothing needed a person',
    with_remainders: 'Closed with open items',
    reason: 'Reason',
    totals: 'Total',
    by_kind: 'By document',
    by_status: 'By status',
    by_payment: 'By payment',
    not_stated: 'Not stated',
    paid_unreadable: 'Cannot be read: see the health page',
    nothing_sold: 'Nothing was sold.',
    voids: 'Voids',
    cancellations: 'Cancellations',
    on_the_portal: 'on the MyInvois portal',
    replaced: 'sold again under the same code',
    unsent: 'Not sent yet',
    in_doubt: 'In doubt',
    for_consolidation: 'For consolidation',
    waiting_for_consolidation: 'of these waiting for the consolidated document',
    remainders: 'Open items',
    none: 'None',
    and_more: 'and {{count}} more',
    head_code: 'Fingerprint of the journal',
    journal_untrusted: 'The journal is not trusted: something was lost or changed. Call the owner.',
    since_then: 'Since then',
    late: 'Came under this shift’s code after it was closed',
    made_at: 'As of',
    documents: 'Documents',
    signature: 'Signature',
    requested: 'asked for',
    asking: 'asked for',
    unknown: 'answer lost',
    accepted: 'cancelled',
    refused: 'refused',
  },
  ms: {
    ...documentWords.ms,
    why_in_doubt: 'Sudah dihantar, tetapi belum diketahui sama ada MyInvois menerimanya.',
    step_in_doubt: 'Semak sekarang di skrin giliran. Jangan jual sekali lagi.',
    why_cancellation_in_doubt: 'MyInvois telah diminta membatalkannya dan jawapannya hilang.',
    step_cancellation_in_doubt: 'Tunggu semakan, atau mulakan sekarang di skrin giliran.',
    why_refused: 'MyInvois menolaknya.',
    step_refused: 'Betulkan di mesin tunai dan hantar semula, atau tutup jika tidak akan dibetulkan.',
    why_attention: 'Seseorang perlu membuat keputusan mengenainya.',
    step_attention: 'Buka dokumen itu: ia memberitahu apa yang perlu dibuat.',
    why_submission_closing: 'Belum dihantar, dan masa untuk menghantarnya hampir tamat.',
    step_submission_closing: 'Lihat apa yang menahannya di skrin giliran, dan hantar sebelum masa tamat.',
    settled: 'Sudah selesai.',
    title: 'Laporan syif',
    so_far: 'Belum ditutup: angka setakat ini',
    practice: 'LATIHAN - BUKAN UNTUK AKAUN',
    till: 'Mesin tunai',
    shift: 'Syif',
    number: 'No. laporan',
    opened: 'Dibuka',
    closed: 'Ditutup',
    clean: 'Ditutup bersih: tiada yang memerlukan tindakan',
    with_remainders: 'Ditutup dengan perkara terbuka',
    reason: 'Sebab',
    totals: 'Jumlah',
    by_kind: 'Mengikut dokumen',
    by_status: 'Mengikut status',
    by_payment: 'Mengikut bayaran',
    not_stated: 'Tidak dinyatakan',
    paid_unreadable: 'Tidak dapat dibaca: lihat halaman kesihatan',
    nothing_sold: 'Tiada jualan.',
    voids: 'Batal sebelum hantar',
    cancellations: 'Pembatalan',
    on_the_portal: 'di portal MyInvois',
    replaced: 'dijual semula dengan kod yang sama',
    unsent: 'Belum dihantar',
    in_doubt: 'Belum pasti',
    for_consolidation: 'Untuk disatukan',
    waiting_for_consolidation: 'daripadanya menunggu dokumen gabungan',
    remainders: 'Perkara terbuka',
    none: 'Tiada',
    and_more: 'dan {{count}} lagi',
    head_code: 'Cap jari jurnal',
    journal_untrusted: 'Jurnal tidak dipercayai: ada yang hilang atau diubah. Hubungi pemilik.',
    since_then: 'Selepas itu',
    late: 'Tiba dengan kod syif ini selepas ia ditutup',
    made_at: 'Setakat',
    documents: 'Dokumen',
    signature: 'Tandatangan',
    requested: 'diminta',
    asking: 'diminta',
    unknown: 'jawapan hilang',
    accepted: 'dibatalkan',
    refused: 'ditolak',
  },
  zh: {
    ...documentWords.zh,
    why_in_doubt: '已经发送，但还不知道 MyInvois 有没有收到。',
    step_in_doubt: '请在队列画面立即查询。不要再卖一次。',
    why_cancellation_in_doubt: '已请 MyInvois 取消，但没有收到答复。',
    step_cancellation_in_doubt: '请等待查询，或在队列画面立即查询。',
    why_refused: 'MyInvois 拒绝了这份单据。',
    step_refused: '请在收银机更正后重新发送；如果不再更正，请把它关闭。',
    why_attention: '需要有人决定怎么处理。',
    step_attention: '请打开单据，里面写明该怎么做。',
    why_submission_closing: '还没有发送，而可以发送的时间快要结束。',
    step_submission_closing: '请在队列画面查看原因，并在期限前发送。',
    settled: '之后已处理好。',
    title: '班次报表',
    so_far: '尚未结班：目前的数字',
    practice: '练习 - 不可入账',
    till: '收银机',
    shift: '班次',
    number: '报表编号',
    opened: '开班',
    closed: '结班',
    clean: '正常结班：没有需要处理的单据',
    with_remainders: '带未处理事项结班',
    reason: '原因',
    totals: '合计',
    by_kind: '按单据种类',
    by_status: '按状态',
    by_payment: '按付款方式',
    not_stated: '未注明',
    paid_unreadable: '无法读取：请看健康页面',
    nothing_sold: '没有销售。',
    voids: '作废',
    cancellations: '取消',
    on_the_portal: '在 MyInvois 网站上',
    replaced: '已用同一代码重新销售',
    unsent: '尚未发送',
    in_doubt: '结果未知',
    for_consolidation: '待合并',
    waiting_for_consolidation: '其中等待合并单据',
    remainders: '未处理事项',
    none: '无',
    and_more: '另有 {{count}} 份',
    head_code: '日志指纹',
    journal_untrusted: '日志不可信：有内容丢失或被更改。请联系店主。',
    since_then: '之后的情况',
    late: '结班后才以本班次代码到达',
    made_at: '截至',
    documents: '单据',
    signature: '签名',
    requested: '已请求',
    asking: '已请求',
    unknown: '没有答复',
    accepted: '已取消',
    refused: '被拒绝',
  },
})
