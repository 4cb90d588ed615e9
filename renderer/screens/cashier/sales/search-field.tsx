import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { useOpenFound } from '../../../commands/open-found.ts'
import { useWords } from '../../../words/language.ts'
import { salesWords } from '../../../words/sales.ts'
import style from './sales.module.css'
import { useChange, useSalesSearch } from './wanted.ts'

const afterTypingMs = 200

/** One field for all that a person may hold in their hand; Enter, and a scanner ends with it, opens the one it finds. */
export function SearchField({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  const say = useWords(salesWords)
  const change = useChange()
  const router = useRouter()
  const openFound = useOpenFound()
  const { text = '' } = useSalesSearch()
  const isNarrow = useMediaQuery('(max-width: 752px)')
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    // A scan, or the way back, changed the search from outside; a person who types is ahead of what is searched.
    if (document.activeElement !== field.current) setTyped(text)
  }, [text, field])
  const look = (wanted: string) => change({ text: wanted.trim() })
  const lookSoon = useDebouncedCallback((wanted: string) => {
    // Who opened a sale meanwhile is on the way to it, and is not called back to the list.
    if (router.latestLocation.pathname === '/sales') look(wanted)
  }, afterTypingMs)
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
