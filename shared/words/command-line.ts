import type { Language } from './words.ts'

/** Sentences of commands, if those of the API would speak of requests. */
export interface CommandWords {
  readonly wrong: string
  readonly notHere: string
  readonly notTrusted: string
}

export const commandWords: Readonly<Record<Language, CommandWords>> = {
  en: {
    wrong: 'Nothing was done. This has to be put right:',
    notHere:
      'Resit does not do that for this data directory: it is of another version, or this is for practice mode only.',
    notTrusted: 'Resit does not accept the key of its data directory. Stop it and start it again, then try again.',
  },
  ms: {
    wrong: 'Tiada apa-apa dibuat. Perkara ini perlu dibetulkan:',
    notHere:
      'Sistem Resit bagi direktori data ini tidak melakukannya: versinya lain, atau ini hanya untuk mod latihan.',
    notTrusted: 'Sistem Resit tidak menerima kunci direktori datanya. Hentikan dan mulakan semula, kemudian cuba lagi.',
  },
  zh: {
    wrong: '没有执行任何操作。请更正以下内容：',
    notHere: '此数据目录的 Resit 不提供此功能：版本不同，或仅限练习模式。',
    notTrusted: 'Resit 不接受其数据目录的密钥。请停止并重新启动 Resit，然后再试。',
  },
}
