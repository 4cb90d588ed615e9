import { Text, TextInput } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { OperatorAnswer } from '../../../../shared/api/operator-client.ts'
import { takeScan, useTakeScans } from '../../../commands/scanner.ts'
import { operator } from '../../../gateway/api.ts'
import { type CodeChoice, useCodes } from '../../../gateway/codes.ts'
import { useFaultOf } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import type { DocumentForm, Side } from './fields.tsx'
import style from './new-document.module.css'
import type { PartyFields } from './values.ts'

/** The code of the other party's MyInvois app fills in who they are (myinvois 2, E11); heard wherever the focus is. */
export function ScanField({ form, side }: { readonly form: DocumentForm; readonly side: Side }) {
  const say = useWords(newDocumentWords)
  const faultOf = useFaultOf()
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
        error={scan.isError && faultOf(scan.error)}
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
  const { ADDRESS: address, MSIC_CODE, BUSINESS_ACTIVITY, ...rest } = scanned
  const { ADDRESS: was } = party
  const state = states.find(({ label }) => label.toLowerCase().endsWith(`– ${address.STATE_NAME?.toLowerCase()}`))
  return {
    ...party,
    ...rest,
    PHONE: rest.PHONE ?? party.PHONE,
    EMAIL: rest.EMAIL ?? party.EMAIL,
    SST_NUMBER: rest.SST_NUMBER ?? party.SST_NUMBER,
    MSIC_CODE: MSIC_CODE ?? party.MSIC_CODE,
    BUSINESS_ACTIVITY: BUSINESS_ACTIVITY ?? party.BUSINESS_ACTIVITY,
    ADDRESS: {
      LINES: address.LINES.length > 0 ? address.LINES : was.LINES,
      CITY: address.CITY ?? was.CITY,
      POSTCODE: address.POSTCODE ?? was.POSTCODE,
      STATE_CODE: state?.value ?? was.STATE_CODE,
      COUNTRY_CODE: address.COUNTRY_CODE ?? was.COUNTRY_CODE,
    },
  }
}
