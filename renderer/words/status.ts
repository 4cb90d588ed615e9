import { documentWords } from '../../shared/words/documents.ts'
import { defineWords } from './language.ts'

/** What the status, kinds and families are called everywhere on the screens. */
export const statusWords = defineWords('status', {
  en: {
    ...documentWords.en,
    in_doubt: 'In doubt',
    attention: 'Needs you',
    cancelling: 'Being cancelled',
  },
  ms: {
    ...documentWords.ms,
    in_doubt: 'Belum pasti',
    attention: 'Perlu anda',
    cancelling: 'Sedang dibatalkan',
  },
  zh: {
    ...documentWords.zh,
    in_doubt: '结果未明',
    attention: '需要您处理',
    cancelling: '正在取消',
  },
})
