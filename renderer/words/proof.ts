import { defineWords } from '../../shared/words/engine.ts'

/** The check that no record was changed. */
export const proofWords = defineWords({
  en: {
    proof: 'Proof',
    prove: 'Prove it now',
    sound: 'Nothing kept here was lost or changed',
    not_sound: 'Something is not as it was',
    proved_at: 'Last proved',
    head_code: 'Fingerprint',
    trust: 'Trust it again',
    trust_title: 'Trust what is kept again?',
    trust_text:
      'Do this only if you know why it happened. Sending goes on afterwards, and what you write is kept with your name.',
    trust_reason: 'Reason',
  },
  ms: {
    proof: 'Bukti',
    prove: 'Buktikan sekarang',
    sound: 'Tiada yang disimpan di sini hilang atau diubah',
    not_sound: 'Sesuatu tidak seperti asalnya',
    proved_at: 'Kali terakhir dibuktikan',
    head_code: 'Cap jari',
    trust: 'Percayai semula',
    trust_title: 'Percayai semula apa yang disimpan?',
    trust_text:
      'Lakukan ini hanya jika anda tahu sebabnya. Penghantaran diteruskan selepas itu, dan apa yang anda tulis disimpan dengan nama anda.',
    trust_reason: 'Sebab',
  },
  zh: {
    proof: '证明',
    prove: '立即验证',
    sound: '这里保存的内容没有丢失或更改',
    not_sound: '有内容与原来不同',
    proved_at: '上次验证',
    head_code: '指纹',
    trust: '重新信任',
    trust_title: '重新信任所保存的内容？',
    trust_text: '仅在您知道原因时这样做。之后会继续发送，您写的内容会连同您的姓名保存。',
    trust_reason: '原因',
  },
})
