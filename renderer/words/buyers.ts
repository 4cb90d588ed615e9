import { defineScreenWords } from './every-screen.ts'

/** Buyers of earlier sales. */
export const buyersWords = defineScreenWords({
  en: {
    text: 'Cashiers find the buyers of earlier sales while they type. The newest stand first. If a buyer asks you, correct, export or delete here what is remembered.',
    find: 'Find a buyer',
    find_hint:
      'At least three letters of the name or TIN, or four digits of the telephone or ID number. At most a hundred are shown',
    none: 'No remembered buyer matches this search.',
    none_yet: 'No buyer of the last half year is remembered.',
    correct_of: 'Correct {{name}}',
    export_all: 'Export {{count}} as CSV',
    exported: 'Saved as {{file}}.',
    delete: 'Delete',
    delete_title: 'Delete {{name}}?',
    delete_text:
      'Cashiers no longer find what is deleted. Documents already issued stay with their buyer, as the law requires. A buyer who buys again is remembered again.',
  },
  ms: {
    text: 'Juruwang menemui pembeli daripada jualan terdahulu semasa menaip. Yang terbaharu di atas. Jika pembeli meminta, butirannya boleh dibetulkan, dieksport atau dipadam di sini.',
    find: 'Cari pembeli',
    find_hint:
      'Sekurang-kurangnya tiga huruf nama atau TIN, atau empat digit telefon atau nombor pengenalan. Paling banyak seratus dipaparkan',
    none: 'Tiada pembeli yang disimpan sepadan dengan carian ini.',
    none_yet: 'Tiada pembeli disimpan dalam setengah tahun ini.',
    correct_of: 'Betulkan {{name}}',
    export_all: 'Eksport {{count}} sebagai CSV',
    exported: 'Disimpan sebagai {{file}}.',
    delete: 'Padam',
    delete_title: 'Padam {{name}}?',
    delete_text:
      'Juruwang tidak lagi menemui apa yang dipadam. Dokumen yang sudah dikeluarkan kekal dengan pembelinya, kerana dikehendaki undang-undang. Pembeli yang membeli lagi akan disimpan semula.',
  },
  zh: {
    text: '收银员输入时可找到以前销售的买方。最新的排在前面。若买方提出要求，可在此更正、导出或删除所记住的资料。',
    find: '查找买方',
    find_hint: '名称或 TIN 至少三个字母，或电话或证件号码至少四位数字。最多显示一百个',
    none: '没有找到相符的买方。',
    none_yet: '近半年没有记住任何买方。',
    correct_of: '更正 {{name}}',
    export_all: '把 {{count}} 个导出为 CSV',
    exported: '已保存为 {{file}}。',
    delete: '删除',
    delete_title: '删除 {{name}}？',
    delete_text: '收银员将找不到已删除的资料。已开具的单据连同买方会保留，因为法律有此要求。买方再购买时会重新被记住。',
  },
})
