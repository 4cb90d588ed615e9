import { documentWords } from '../../shared/words/documents.ts'
import { defineWords } from '../../shared/words/engine.ts'

/** What status, kinds, families and counts of documents are called on every screen: each has one word. */
export const statusWords = defineWords({
  en: {
    ...documentWords.en,
    unsent: documentWords.en.Pending,
    unconsolidated: 'For consolidation',
    in_doubt: 'In doubt',
    needs_person: 'Needs attention',
    cancelling: 'Being cancelled',
  },
  ms: {
    ...documentWords.ms,
    unsent: documentWords.ms.Pending,
    unconsolidated: 'Untuk disatukan',
    in_doubt: 'Belum pasti',
    needs_person: 'Perlu perhatian',
    cancelling: 'Sedang dibatalkan',
  },
  zh: {
    ...documentWords.zh,
    unsent: documentWords.zh.Pending,
    unconsolidated: '待合并',
    in_doubt: '结果未明',
    needs_person: '需要处理',
    cancelling: '正在取消',
  },
})
