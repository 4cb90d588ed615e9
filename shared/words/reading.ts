import type { Language } from './words.ts'

/** Words around the documentation, which itself is in English. */
export interface DocsPageWords {
  readonly title: string
  readonly reference: string
  readonly search: string
  /** On the button above a block of code. */
  readonly copy: string
  readonly nothing: string
}

export const docsPageWords: Readonly<Record<Language, DocsPageWords>> = {
  en: {
    title: 'Documents',
    reference: 'Reference of the API',
    search: 'Search',
    copy: 'Copy',
    nothing: 'No document has all of these words. Try fewer or others.',
  },
  ms: {
    title: 'Dokumen',
    reference: 'Rujukan API',
    search: 'Cari',
    copy: 'Salin',
    nothing: 'Tiada dokumen yang mengandungi semua perkataan ini. Cuba kurangkan atau tukar perkataan.',
  },
  zh: {
    title: '文档',
    reference: 'API 参考',
    search: '搜索',
    copy: '复制',
    nothing: '没有文档包含全部这些词。请减少或更换词语。',
  },
}
