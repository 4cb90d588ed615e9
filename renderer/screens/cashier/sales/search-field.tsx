import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { useOpenSingleMatch } from '../../../commands/open-found.ts'
import { takeScan } from '../../../commands/scanner.ts'
import { useWords } from '../../../words/language.ts'
import { salesWords } from '../../../words/sales.ts'
import style from './sales.module.css'
import { useSalesSearch, useSetFilters } from './wanted.ts'

const afterTypingMs = 200

/** One field for every kind of search. Enter, with which a scanner ends too, opens the sale if there is exactly one. */
export function SearchField({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  const say = useWords(salesWords)
  const change = useSetFilters()
  const router = useRouter()
  const openFound = useOpenSingleMatch()
  const { text = '' } = useSalesSearch()
  const isNarrow = useMediaQuery('(max-width: 1200px)')
  // If a key opened the search, what was typed since then; else null.
  const [ahead] = useState(takeScan)
  const [typed, setTyped] = useState(ahead ?? text)
  useEffect(() => {
    // A scan or the Back button changed the search. While a person types in the field, their text stays.
    if (document.activeElement !== field.current) setTyped(text)
  }, [text, field])
  const look = (wanted: string) => change({ text: wanted.trim() })
  const lookSoon = useDebouncedCallback((wanted: string) => {
    // If the person opened a sale meanwhile, the search must not lead back to the list.
    if (router.latestLocation.pathname === '/sales') look(wanted)
  }, afterTypingMs)
  useEffect(() => {
    if (ahead) lookSoon(ahead)
  }, [ahead, lookSoon])
  const clear = () => {
    lookSoon.cancel()
    setTyped('')
    look('')
  }
  return (
    <TextInput
      ref={field}
      className={style['search'] ?? ''}
      type="search"
      autoFocus={ahead !== null}
      aria-label={say('search')}
      placeholder={say(isNarrow ? 'search_short' : 'search')}
      leftSection={<IconSearch size={20} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        lookSoon(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && typed.trim() !== '') {
          lookSoon.cancel()
          look(typed)
          void openFound(typed.trim())
        }
        if (event.key === 'Escape') clear()
        if (event.key === 'ArrowDown') document.querySelector<HTMLElement>('[data-row="0"] a')?.focus()
      }}
      rightSectionWidth={46}
      rightSection={typed !== '' && <CloseButton aria-label={say('clear')} onClick={clear} />}
    />
  )
}
