import { defineScreenWords } from './every-screen.ts'

/** The comparison of a till's total with the documents that arrived. */
export const tillReportWords = defineScreenWords({
  en: {
    title: 'Compared with the till',
    type: 'Type the till’s total',
    correct_total: 'Correct the till’s total',
    compare: 'Compare',
    count: 'Number of documents',
    till: 'Till',
    here: 'Resit',
    apart: 'Difference',
    agrees: 'Agrees with the till',
    differs: 'Differs from the till',
    differs_next:
      'Look for the cause at the till first. The report keeps the difference; the till’s total can be corrected after closing, too.',
    missing_here:
      'The till has these; they did not arrive: {{numbers}}. Look for them at the till, and have it send them again.',
    elsewhere: 'Arrived in another shift or on another day: {{numbers}}. The report of that shift or day has them.',
    unknown_to_till:
      'The till does not have these: {{numbers}}. Ask who made them: on the screens, or at another till.',
    gap: 'Missing numbers in the sequence: {{numbers}}. Look at the till whether they were sold. If so, have it send them again.',
  },
  ms: {
    title: 'Dibandingkan dengan mesin POS',
    type: 'Taip jumlah mesin POS',
    correct_total: 'Betulkan jumlah mesin POS',
    compare: 'Bandingkan',
    count: 'Bilangan dokumen',
    till: 'Mesin POS',
    here: 'Sistem Resit',
    apart: 'Perbezaan',
    agrees: 'Sama dengan mesin POS',
    differs: 'Berbeza daripada mesin POS',
    differs_next:
      'Cari puncanya di mesin POS dahulu. Laporan menyimpan perbezaan ini; jumlah mesin POS boleh dibetulkan selepas ditutup juga.',
    missing_here:
      'Ada pada mesin POS; tidak sampai ke sini: {{numbers}}. Cari di mesin POS, dan minta ia menghantarnya semula.',
    elsewhere: 'Tiba dalam syif lain atau pada hari lain: {{numbers}}. Laporan syif atau hari itu memuatkannya.',
    unknown_to_till:
      'Tiada pada mesin POS: {{numbers}}. Tanya siapa yang membuatnya: di skrin, atau di mesin POS lain.',
    gap: 'Nombor yang tertinggal dalam turutan: {{numbers}}. Semak di mesin POS sama ada nombor ini dijual. Jika ya, minta ia menghantarnya semula.',
  },
  zh: {
    title: '与收银机核对',
    type: '输入收银机的合计',
    correct_total: '更正收银机的合计',
    compare: '核对',
    count: '单据数量',
    till: '收银机',
    here: 'Resit',
    apart: '差额',
    agrees: '与收银机一致',
    differs: '与收银机不一致',
    differs_next: '请先在收银机查找原因。报表会保留差额；结班后也可以更正收银机的合计。',
    missing_here: '收银机有，这里没有收到：{{numbers}}。请在收银机查找，并让它重新发送。',
    elsewhere: '在另一班次或另一天收到：{{numbers}}。已列在那个班次或那一天的报表。',
    unknown_to_till: '收银机没有：{{numbers}}。请问是谁开的：在屏幕上，还是在另一台收银机。',
    gap: '连续号码中缺少：{{numbers}}。请在收银机查看这些号码有没有卖出；如果有，让它重新发送。',
  },
})
