import { defineWords } from './language.ts'

/** Whoever did something and is no person. */
export const whoWords = defineWords('who', {
  en: {
    somebody: 'Somebody at the sign-in',
    command_line: 'Command line',
  },
  ms: {
    somebody: 'Seseorang semasa log masuk',
    command_line: 'Baris perintah',
  },
  zh: {
    somebody: '登录处的某人',
    command_line: '命令行',
  },
})
