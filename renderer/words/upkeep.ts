import { defineWords } from '../../shared/words/engine.ts'

/** Backup, restore and export. */
export const upkeepWords = defineWords({
  en: {
    copy_made: 'Copied to {{file}}: {{size}}, ready at',
    documents_with_proof: 'Documents with proof',
    documents_text:
      'One file with everything of these days: every sale, document and answer with names and numbers, and the proof that nothing was changed. Keep it as safely as the documents. Any computer with Resit can check it.',
    lines_exported: 'Saved {{count}} lines of the records.',
  },
  ms: {
    copy_made: 'Disalin ke {{file}}: {{size}}, siap pada',
    documents_with_proof: 'Dokumen dengan bukti',
    documents_text:
      'Satu fail dengan semua bagi hari-hari ini: setiap jualan, dokumen dan jawapan dengan nama dan nombor, serta bukti bahawa tiada yang diubah. Simpan dengan selamat seperti dokumen itu sendiri. Mana-mana komputer dengan Resit boleh menyemaknya.',
    lines_exported: '{{count}} baris rekod disimpan.',
  },
  zh: {
    copy_made: '已备份到 {{file}}：{{size}}，完成于',
    documents_with_proof: '单据及证明',
    documents_text:
      '一个文件，包含这些日子的全部内容：每笔销售、单据和回应（含姓名与号码），以及没有任何改动的证明。请像单据本身一样妥善保管。任何装有 Resit 的电脑都能检查它。',
    lines_exported: '已保存 {{count}} 行记录。',
  },
})
