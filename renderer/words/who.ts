import { defineWords } from './language.ts'

/** Whoever did something and is no person. */
export const whoWords = defineWords('who', {
  en: {
    command_line: 'Command line',
  },
  ms: {
    command_line: 'Baris perintah',
  },
  zh: {
    command_line: '命令行',
  },
})
