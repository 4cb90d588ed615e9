import { defineWords } from '../../shared/words/engine.ts'

/** A document on paper or as a file. */
export const printWords = defineWords({
  en: {
    slip: 'Print the slip',
    a4: 'Print on A4',
    pdf: 'Save as PDF',
    failed:
      'It was not printed or saved. Check that the printer is on and has paper, then try again. To use another printer, open Settings, This computer.',
  },
  ms: {
    slip: 'Cetak slip',
    a4: 'Cetak pada A4',
    pdf: 'Simpan sebagai PDF',
    failed:
      'Tidak dicetak atau disimpan. Periksa sama ada pencetak dihidupkan dan ada kertas, kemudian cuba lagi. Untuk pencetak lain, buka Tetapan, Komputer ini.',
  },
  zh: {
    slip: '打印小票',
    a4: '用 A4 打印',
    pdf: '保存为 PDF',
    failed: '没有打印或保存成功。请检查打印机是否开着、有没有纸，然后重试。要换打印机，请到“设置”的“这台电脑”。',
  },
})
