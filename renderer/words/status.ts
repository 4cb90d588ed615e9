import { documentWords } from '../../shared/words/documents.ts'
import { defineWords } from '../../shared/words/engine.ts'

/** What the status, kinds and families are called everywhere on the screens. */
export const statusWords = defineWords({
  en: {
    ...documentWords.en,
    in_doubt: 'In doubt',
    to_send: 'Waiting to send',
    to_consolidate: 'For consolidation',
    attention: 'Needs attention',
    cancelling: 'Being cancelled',
  },
  ms: {
    ...documentWords.ms,
    in_doubt: 'Belum pasti',
    to_send: 'Menunggu dihantar',
    to_consolidate: 'Untuk disatukan',
    attention: 'Perlu perhatian',
    cancelling: 'Sedang dibatalkan',
  },
  zh: {
    ...documentWords.zh,
    in_doubt: '结果未明',
    to_send: '等待发送',
    to_consolidate: '待合并',
    attention: '需要处理',
    cancelling: '正在取消',
  },
})
