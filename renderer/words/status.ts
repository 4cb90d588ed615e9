import { statusAndKindNames } from '../../shared/words/documents.ts'
import { defineWords } from '../../shared/words/engine.ts'

/** What status, kinds, families and counts of documents are called on every screen: each has one word. */
export const statusWords = defineWords({
  en: {
    ...statusAndKindNames.en,
    unsent: statusAndKindNames.en.Pending,
    unconsolidated: 'For consolidation',
    in_doubt: 'In doubt',
    consolidated: 'Consolidated e-invoices',
    needs_person: 'To do',
    refunded: 'Refunded in full',
    refunded_short: 'Refunded {{amount}}',
    nothing_to_declare: 'Nothing to declare',
    closed_refused: 'Refused, closed',
    cancelling: 'Being cancelled',
    sending: 'Being sent',
  },
  ms: {
    ...statusAndKindNames.ms,
    unsent: statusAndKindNames.ms.Pending,
    unconsolidated: 'Untuk disatukan',
    in_doubt: 'Belum pasti',
    consolidated: 'e-Invois disatukan',
    needs_person: 'Tugasan',
    refunded: 'Dibayar balik penuh',
    refunded_short: 'Dibayar balik {{amount}}',
    nothing_to_declare: 'Tiada untuk diisytiharkan',
    closed_refused: 'Ditolak, ditutup',
    cancelling: 'Sedang dibatalkan',
    sending: 'Sedang dihantar',
  },
  zh: {
    ...statusAndKindNames.zh,
    unsent: statusAndKindNames.zh.Pending,
    unconsolidated: '待合并',
    in_doubt: '结果未明',
    consolidated: '合并电子发票',
    needs_person: '待办',
    refunded: '已全额退款',
    refunded_short: '已退 {{amount}}',
    nothing_to_declare: '无需申报',
    closed_refused: '被拒，已关闭',
    cancelling: '正在取消',
    sending: '正在发送',
  },
})
