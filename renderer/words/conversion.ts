import { defineScreenWords } from './every-screen.ts'

/** The buyer asks later for an e-invoice of their own. */
export const conversionWords = defineScreenWords({
  en: {
    title: 'The buyer asks for an e-invoice',
    send: 'Make the e-invoice',
    what_happens: 'This receipt leaves the consolidated e-invoice and is sent now, for this buyer only.',
  },
  ms: {
    title: 'Pembeli meminta e-Invois',
    send: 'Buat e-Invois',
    what_happens: 'Resit ini keluar daripada e-Invois disatukan dan dihantar serta-merta, untuk pembeli ini sahaja.',
  },
  zh: {
    title: '买方要求电子发票',
    send: '开具电子发票',
    what_happens: '这张收据将退出合并电子发票，并立即单独为这位买方发送。',
  },
})
