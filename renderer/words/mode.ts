import { defineWords } from '../../shared/words/engine.ts'

/** Where this gateway works, said on every screen. */
export const modeWords = defineWords({
  en: {
    practice: 'Practice',
    sandbox: 'Sandbox',
    production: 'Production',
    in_sandbox: 'SANDBOX – these documents have no legal effect',
  },
  ms: {
    practice: 'Latihan',
    sandbox: 'Kotak pasir',
    production: 'Sebenar',
    in_sandbox: 'KOTAK PASIR – dokumen ini tiada kesan undang-undang',
  },
  zh: {
    practice: '练习',
    sandbox: '沙盒',
    production: '正式环境',
    in_sandbox: '沙盒——这些单据没有法律效力',
  },
})
