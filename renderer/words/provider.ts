import { defineScreenWords } from './every-screen.ts'

/** What a software provider asks for, and what a shop does not need every day. */
export const softwareProviderWords = defineScreenWords({
  en: {
    provider_text:
      'You do not need this page for your work. Open it if your software provider asks for something here.',
    more: 'Settings for tills and programs',
    keys: 'Keys and what they may do',
    docs: 'How to connect a till',
    one_sale: 'One sale in detail',
    one_sale_text: 'Open the sale under Sales. A link at its end leads here, with what was sent and answered.',
    json: 'The sale as JSON',
    copy_json: 'Copy the JSON',
  },
  ms: {
    provider_text:
      'Anda tidak memerlukan halaman ini untuk kerja anda. Buka halaman ini jika pembekal perisian anda meminta sesuatu di sini.',
    more: 'Tetapan mesin POS dan program',
    keys: 'Kunci akses dan apa yang boleh dibuatnya',
    docs: 'Cara menyambung mesin POS',
    one_sale: 'Satu jualan secara terperinci',
    one_sale_text:
      'Buka jualan itu di Jualan. Pautan di hujungnya membawa ke sini, dengan apa yang dihantar dan dijawab.',
    json: 'Jualan sebagai JSON',
    copy_json: 'Salin JSON',
  },
  zh: {
    provider_text: '日常工作不需要此页。软件供应商要求时再打开。',
    more: '收银机和程序的设置',
    keys: '密钥及其权限',
    docs: '如何连接收银机',
    one_sale: '一笔销售的详情',
    one_sale_text: '请在“销售”中打开该笔销售，页尾有链接通到这里，可看到发送和答复的内容。',
    json: '该销售的 JSON',
    copy_json: '复制 JSON',
  },
})
