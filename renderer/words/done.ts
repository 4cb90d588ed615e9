import { defineWords } from '../../shared/words/engine.ts'

/** After a sale was sent. */
export const saleSentWords = defineWords({
  en: {
    receipt: 'Done. It becomes part of this month’s consolidated e-invoice.',
    note: 'Done. It is settled automatically together with its sale.',
    being_checked: 'Sent. MyInvois is checking it; you need not wait.',
    being_sent: 'Being sent to MyInvois. Neither you nor the buyer needs to wait.',
    kept: 'Kept here, and sent to MyInvois automatically. Tell the buyer that the e-invoice follows; neither of you needs to wait.',
    paused:
      'Kept here. {{by}} paused sending: it goes when a supervisor resumes. Tell the buyer that the e-invoice follows.',
    next_sale: 'Next sale',
    next_to_do: 'Next in To do',
    open: 'Open this sale',
    correct: 'Correct it',
  },
  ms: {
    receipt: 'Selesai. Ia dimasukkan ke dalam e-Invois disatukan bulan ini.',
    note: 'Selesai. Ia diselesaikan secara automatik bersama jualan asalnya.',
    being_checked: 'Dihantar. MyInvois sedang menyemaknya; anda tidak perlu menunggu.',
    being_sent: 'Sedang dihantar ke MyInvois. Anda dan pembeli tidak perlu menunggu.',
    kept: 'Disimpan di sini, dan dihantar ke MyInvois secara automatik. Beritahu pembeli bahawa e-Invois menyusul; tidak perlu menunggu.',
    paused:
      'Disimpan di sini. {{by}} menjeda penghantaran: ia dihantar apabila penyelia menyambungnya. Beritahu pembeli bahawa e-Invois menyusul.',
    next_sale: 'Jualan seterusnya',
    next_to_do: 'Seterusnya dalam Tugasan',
    open: 'Buka jualan ini',
    correct: 'Betulkan',
  },
  zh: {
    receipt: '完成。它将并入本月的合并电子发票。',
    note: '完成。它会随原销售自动处理。',
    being_checked: '已发送。MyInvois 正在核对，无需等待。',
    being_sent: '正在发送给 MyInvois，您和买方都无需等待。',
    kept: '已保存在此，会自动发送给 MyInvois。请告诉买方：电子发票随后就到，无需等待。',
    paused: '已保存在此。{{by}} 已暂停发送：主管恢复后即会发送。请告诉买方：电子发票随后就到。',
    next_sale: '下一笔销售',
    next_to_do: '下一项待办',
    open: '打开此销售',
    correct: '更正',
  },
})
