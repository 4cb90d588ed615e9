import { Text, TextInput } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { OperatorAnswer } from '../../../../shared/api/operator-client.ts'
import { takeScan, useTakeScans } from '../../../commands/scanner.ts'
import { operator } from '../../../gateway/api.ts'
import { type CodeChoice, useCodes } from '../../../gateway/codes.ts'
import { useSentence } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import { asTexts } from './correction.ts'
import type { DocumentForm, Side } from './form.ts'
import style from './new-document.module.css'
import type { PartyFields } from './values.ts'

/** The code of the other party's MyInvois app fills in who they are (myinvois 2, E11); heard wherever the focus is. */
export function ScanField({ form, side }: { readonly form: DocumentForm; readonly side: Side }) {
  const say = useWords(newDocumentWords)
  const sentenceOf = useSentence()
  const states = useCodes('state')
  const [typed, setTyped] = useState('')
  const scan = useMutation({
    mutationFn: (code: string) => operator('scanTaxpayer', { body: { code } }),
    onSuccess: (scanned) => {
      setTyped('')
      form.setFieldValue(side, partyWith(form.getValues()[side], scanned, states))
    },
  })
  useTakeScans((code) => scan.mutate(code))
  const { mutate } = scan
  useEffect(() => {
    const kept = takeScan()
    if (kept !== null) mutate(kept)
  }, [mutate])
  const lookUpOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // A scanner ends with Enter, which must not send the document.
    event.preventDefault()
    if (typed.trim() !== '') scan.mutate(typed.trim())
  }
  return (
    <div className={style['wide']}>
      <TextInput
        label={say('scan')}
        description={say('scan_hint')}
        leftSection={<IconQrcode size={20} aria-hidden />}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={lookUpOnEnter}
        error={scan.isError && sentenceOf(scan.error)}
      />
      <Text component="output" display="block" size="sm" mt={4}>
        {scan.isSuccess && say('scanned')}
      </Text>
    </div>
  )
}

type Scanned = OperatorAnswer<'scanTaxpayer'>

/** What the code does not tell stays as it was typed. */
function partyWith(party: PartyFields, scanned: Scanned, states: readonly CodeChoice[]): PartyFields {
  const { ADDRESS: told, ...known } = asTexts(scanned) as Partial<PartyFields> & Pick<Scanned, 'ADDRESS'>
  const { STATE_NAME: name, LINES, ...place } = told
  const state = states.find(({ label }) => label.toLowerCase().endsWith(`– ${name?.toLowerCase()}`))
  const address = {
    ...party.ADDRESS,
    ...place,
    ...(LINES.length > 0 && { LINES }),
    ...(state && { STATE_CODE: state.value }),
  }
  return { ...party, ...known, ADDRESS: address }
}
