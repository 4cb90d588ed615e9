import type { Language } from './words.ts'

/** Around the documents, which are in English. */
export interface ReadingWords {
  readonly title: string
  readonly reference: string
  readonly search: string
  readonly nothing: string
}

export const readingWords: Readonly<Record<Language, ReadingWords>> = {
  en: {
    title: 'Documents',
    reference: 'Reference of the API',
    search: 'Search',
    nothing: 'No document has all of these words. Try fewer or others.',
  },
  ms: {
    title: 'Dokumen',
    reference: 'Rujukan API',
    search: 'Cari',
    nothing: 'Tiada dokumen yang mengandungi semua perkataan ini. Cuba kurangkan atau tukar perkataan.',
  },
  zh: {
    title: '文档',
    reference: 'API 参考',
    search: '搜索',
    nothing: '没有文档包含全部这些词。请减少或更换词语。',
  },
}
