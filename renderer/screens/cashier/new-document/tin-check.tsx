import { Text } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { idTypes, isGeneralTin, normalizeIdNumber, normalizeTin } from '../../../../shared/document/party.ts'
import { tillApiWith } from '../../../gateway/api.ts'
import { usePlainSentence } from '../../../parts/plain.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { useErrorSentence } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import style from './tin-check.module.css'
import { isIdentityCard } from './typed-buyer.ts'
import type { DocumentForm, PartyFields, PartySide } from './values.ts'

/** The question. An answer counts only for this question. */
interface TinQuery {
  readonly tin: string
  readonly type: (typeof idTypes)[number]
  readonly number: string
}

async function check({ tin, type, number }: TinQuery) {
  const { valid, response_msg: sentence } = await tillApiWith({})('tinValidation', {
    body: { customer_tin: tin, customer_idtype: type, customer_idnum: number },
  })
  // The TIN that has this number is offered instead.
  const owner = valid ? tin : await findTin({ type, number }).catch(() => tin)
  return { isGood: valid, sentence, other: owner === tin ? null : owner }
}

const findTin = async ({ type, number }: Omit<TinQuery, 'tin'>): Promise<string> =>
  (await tillApiWith({})('tinSearch', { query: { customer_idtype: type, customer_idnum: number } })).customer_tin

const askedOf = ({ TIN, ID_TYPE, ID_NUMBER }: PartyFields): TinQuery => {
  const type = idTypes.find((known) => known === ID_TYPE) ?? 'BRN'
  return { tin: normalizeTin(TIN), type, number: normalizeIdNumber(type, ID_NUMBER.trim()) }
}

/** The answer of MyInvois about exactly this TIN and number, once a person or the sending has asked for it. */
const useVerdict = (asked: TinQuery) =>
  useQuery({ queryKey: ['tin', asked], queryFn: () => check(asked), enabled: false, retry: false })

/** A buyer at the till does not wait longer for this answer. */
const longestMs = 1_500

/** Whether MyInvois said, or says before the document goes, that this TIN and number do not belong together. */
export function useTinDoubt({ values }: Pick<DocumentForm, 'values'>, side: PartySide) {
  const asked = askedOf(values[side])
  const { data, refetch } = useVerdict(asked)
  const mayAsk = asked.tin !== '' && asked.number !== '' && !isGeneralTin(asked.tin)
  return {
    isMismatch: data?.isGood === false,
    async isDoubted() {
      const late = new Promise<null>((resolve) => setTimeout(resolve, longestMs, null))
      const answer = data || !mayAsk ? { data } : await Promise.race([refetch(), late])
      return answer?.data?.isGood === false
    },
  }
}

/**
 * Asks MyInvois whether TIN and number belong together, or for the TIN of a number. After a change of the field the
 * answer is gone.
 */
export function TinCheck({ form, side }: { readonly form: DocumentForm; readonly side: PartySide }) {
  const say = useWords(newDocumentWords)
  const sentenceOf = useErrorSentence()
  const plain = usePlainSentence()
  const now = askedOf(form.getValues()[side])
  const use = (tin: string) => form.setFieldValue(`${side}.TIN`, tin)
  // What a person types meanwhile stays.
  const isTyping = () => document.activeElement?.matches(`[data-at="${side}.TIN"]`)
  const search = useMutation({ mutationFn: findTin, onSuccess: (tin) => isTyping() || use(tin) })
  const card = isIdentityCard(now.number) ? now.number : null
  // The TIN of a person is looked for as soon as the number of the identity card is typed.
  useDidUpdate(() => {
    if (card === null) return
    form.setFieldValue(`${side}.ID_TYPE`, 'NRIC')
    if (now.tin === '') search.mutate({ type: 'NRIC', number: card })
  }, [card])
  const { data: verdict, error, isFetching, refetch } = useVerdict(now)
  const isOfNow = search.variables?.number === now.number && search.variables.type === now.type
  const failure = error ?? (isOfNow ? search.error : null)
  const isAway = failure?.message.startsWith('authority_unavailable')
  return (
    <div>
      <Secondary
        className={style['act'] ?? ''}
        loading={search.isPending || isFetching}
        disabled={now.number === ''}
        onClick={() => (now.tin === '' ? search.mutate(now) : void refetch())}
      >
        {say(now.tin === '' ? 'find_tin' : 'check_tin')}
      </Secondary>
      <output className={style['verdict']} data-verdict={verdict && (verdict.isGood ? 'good' : 'bad')}>
        {verdict?.isGood === true && (
          <>
            <IconCircleCheck size={20} aria-hidden /> {say('tin_good')}
          </>
        )}
        {verdict?.isGood === false && (
          <>
            <IconCircleX size={20} aria-hidden />{' '}
            {verdict.other === null ? plain(verdict.sentence) : say('tin_of', { tin: verdict.other })}{' '}
            {verdict.other !== null && <Secondary onClick={() => use(verdict.other ?? '')}>{say('use_tin')}</Secondary>}
          </>
        )}
        {failure !== null && <Text c="var(--status-bad)">{isAway ? say('tin_unasked') : sentenceOf(failure)}</Text>}
      </output>
    </div>
  )
}
