import { defineWords } from '../../shared/words/engine.ts'

/** The screens that do the same as a command. */
export const plainWords = defineWords({
  en: {
    health: 'Health',
    backup: 'Settings › Backup and export',
    companies: 'Settings › Companies',
    webhooks: 'Settings › Webhooks',
    go_on: 'Health',
    start: 'Resit',
  },
  ms: {
    health: 'Keadaan',
    backup: 'Tetapan › Sandaran dan eksport',
    companies: 'Tetapan › Syarikat',
    webhooks: 'Tetapan › Webhook',
    go_on: 'Keadaan',
    start: 'Resit',
  },
  zh: {
    health: '运行状况',
    backup: '设置 › 备份与导出',
    companies: '设置 › 公司',
    webhooks: '设置 › Webhook',
    go_on: '运行状况',
    start: 'Resit',
  },
})
