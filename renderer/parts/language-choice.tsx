import { SegmentedControl } from '@mantine/core'
import type { Language } from '../../shared/words/words.ts'
import { changeLanguage, languageNames, useLanguage, useWords } from '../words/language.ts'
import { shellWords } from '../words/shell.ts'

export function LanguageChoice() {
  const say = useWords(shellWords)
  const language = useLanguage()
  return (
    <SegmentedControl
      size="md"
      aria-label={say('language')}
      value={language}
      onChange={(chosen) => changeLanguage(chosen as Language)}
      data={Object.entries(languageNames).map(([value, label]) => ({ value, label }))}
    />
  )
}
