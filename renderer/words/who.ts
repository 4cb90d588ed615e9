import { defineWords } from '../../shared/words/engine.ts'

/** Actors of the journal that are not people. */
export const nonUserActorWords = defineWords({
  en: {
    at_sign_in: 'Someone at the sign-in',
    command_line: 'Command line',
    buyer: 'The buyer, on the page of the receipt',
  },
  ms: {
    at_sign_in: 'Seseorang semasa log masuk',
    command_line: 'Baris perintah',
    buyer: 'Pembeli, di halaman resit',
  },
  zh: {
    at_sign_in: '登录处的某人',
    command_line: '命令行',
    buyer: '买方（收据页面）',
  },
})
