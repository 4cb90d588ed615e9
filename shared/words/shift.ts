import { defineWords } from './engine.ts'

/** Why a document of a shift needs a person, and what to do about it. */
type Blocker = 'in_doubt' | 'cancelling' | 'refused' | 'attention' | 'submission_closing'
type ShiftWord = `why_${Blocker}` | `step_${Blocker}` | 'settled'

export const shiftBlockerWords = defineWords<ShiftWord>({
  en: {
    why_in_doubt: 'It was sent, and it is not known yet whether MyInvois has it.',
    step_in_doubt: 'Check it now in To do. Do not sell it again.',
    why_cancelling: 'MyInvois was asked to cancel it and has not answered yet.',
    step_cancelling: 'Wait for the answer. Until then it counts.',
    why_refused: 'MyInvois refused it.',
    step_refused: 'Correct it here or at the till, or close it if no one will correct it.',
    why_attention: 'A person must decide about it.',
    step_attention: 'Open the document: it says what to do.',
    why_submission_closing: 'It is not sent, and the time for sending it is nearly over.',
    step_submission_closing: 'Find out in To do what holds it back, and send it before the time is over.',
    settled: 'Settled since.',
  },
  ms: {
    why_in_doubt: 'Sudah dihantar, tetapi belum diketahui sama ada MyInvois menerimanya.',
    step_in_doubt: 'Semak sekarang di Tugasan. Jangan jual sekali lagi.',
    why_cancelling: 'MyInvois telah diminta membatalkannya dan belum menjawab.',
    step_cancelling: 'Tunggu jawapannya. Sehingga itu dokumen ini dikira.',
    why_refused: 'MyInvois menolaknya.',
    step_refused: 'Betulkan di sini atau di mesin POS, atau tutup jika tidak akan dibetulkan.',
    why_attention: 'Seseorang perlu membuat keputusan mengenainya.',
    step_attention: 'Buka dokumen itu: ia memberitahu apa yang perlu dibuat.',
    why_submission_closing: 'Belum dihantar, dan masa untuk menghantarnya hampir tamat.',
    step_submission_closing: 'Lihat apa yang menahannya di Tugasan, dan hantar sebelum masa tamat.',
    settled: 'Sudah selesai.',
  },
  zh: {
    why_in_doubt: '已经发送，但还不知道 MyInvois 有没有收到。',
    step_in_doubt: '请在“待办”立即查询。不要再卖一次。',
    why_cancelling: '已请 MyInvois 取消，但还没有答复。',
    step_cancelling: '请等待答复。在此之前仍计入营业额。',
    why_refused: 'MyInvois 拒绝了这张单据。',
    step_refused: '请在这里或在收银机更正；如果不再更正，请把它关闭。',
    why_attention: '需要有人决定怎么处理。',
    step_attention: '请打开单据，里面写明该怎么做。',
    why_submission_closing: '还没有发送，而可以发送的时间快要结束。',
    step_submission_closing: '请在“待办”查看原因，并在期限前发送。',
    settled: '之后已处理好。',
  },
})
