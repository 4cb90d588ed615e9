import { defineWords } from '../../shared/words/engine.ts'

/** The screens that do the same as a command. */
export const commandScreenWords = defineWords({
  en: {
    health: 'Health',
    backup: 'Settings › Backup and export',
    companies: 'Settings › Companies',
    provider: 'Settings › For your software provider',
    start: 'Resit',
  },
  ms: {
    health: 'Keadaan',
    backup: 'Tetapan › Sandaran dan eksport',
    companies: 'Tetapan › Syarikat',
    provider: 'Tetapan › Untuk pembekal perisian anda',
    start: 'Resit',
  },
  zh: {
    health: '运行状况',
    backup: '设置 › 备份与导出',
    companies: '设置 › 公司',
    provider: '设置 › 供软件供应商',
    start: 'Resit',
  },
})
