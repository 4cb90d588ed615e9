import { defineScreenWords } from './every-screen.ts'

/** Buyers of earlier sales. */
export const buyersWords = defineScreenWords({
  en: {
    text: 'Cashiers find the buyers of earlier sales while they type. If a buyer asks you, correct, export or delete here what is remembered.',
    find: 'Find a buyer',
    find_hint: 'At least three letters of the name or TIN, or four digits of the telephone or ID number',
    none: 'No remembered buyer matches this search.',
    correct_of: 'Correct {{name}}',
    exported: 'Saved as buyer.csv.',
    delete: 'Delete',
    delete_title: 'Delete {{name}}?',
    delete_text:
      'Cashiers no longer find this buyer. Documents already issued are kept, as the law requires. If this buyer buys again, the details are remembered again.',
  },
  ms: {
    text: 'Juruwang menemui pembeli daripada jualan lama semasa menaip. Jika pembeli meminta, betulkan, eksport atau padam di sini apa yang diingati.',
    find: 'Cari pembeli',
    find_hint: 'Sekurang-kurangnya tiga huruf nama atau TIN, atau empat digit telefon atau nombor ID',
    none: 'Tiada pembeli yang disimpan sepadan dengan carian ini.',
    correct_of: 'Betulkan {{name}}',
    exported: 'Disimpan sebagai buyer.csv.',
    delete: 'Padam',
    delete_title: 'Padam {{name}}?',
    delete_text:
      'Juruwang tidak lagi menemui pembeli ini. Dokumen yang sudah dikeluarkan tetap disimpan, kerana dikehendaki undang-undang. Jika pembeli ini membeli lagi, butirannya diingati semula.',
  },
  zh: {
    text: '收银员输入时可找到以前销售的买方。若买方提出要求，可在此更正、导出或删除所记住的资料。',
    find: '查找买方',
    find_hint: '名称或 TIN 至少三个字母，或电话或证件号码至少四位数字',
    none: '没有找到相符的买方。',
    correct_of: '更正 {{name}}',
    exported: '已保存为 buyer.csv。',
    delete: '删除',
    delete_title: '删除 {{name}}？',
    delete_text: '收银员将找不到此买方。已开具的单据会保留，因为法律有此要求。此买方若再购买，资料会重新被记住。',
  },
})
