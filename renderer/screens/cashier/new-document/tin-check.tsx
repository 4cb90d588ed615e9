import { Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { idTypes } from '../../../../shared/document/party.ts'
import { gateway } from '../../../gateway/api.ts'
import { sharedState } from '../../../gateway/shared-state.ts'
import { Secondary } from '../../../parts/secondary.tsx'
import { useErrorSentence } from '../../../parts/states.tsx'
import { useWords } from '../../../words/language.ts'
import { newDocumentWords } from '../../../words/new-document.ts'
import type { DocumentForm, PartySide } from './form.ts'
import style from './new-document.module.css'
import type { PartyFields } from './values.ts'

type IdType = (typeof idTypes)[number]

/** The question. An answer counts only for this question. */
interface TinQuery {
  readonly tin: string
  readonly type: IdType
  readonly number: string
}

type Verdict =
  | { readonly kind: 'good' }
  /** @property tin the TIN that has this number; null if it is not known */
  | { readonly kind: 'bad'; readonly sentence: string; readonly tin: string | null }

async function check({ tin, type, number }: TinQuery): Promise<Verdict> {
  const answer = await gateway('tinValidation', {
    body: { customer_tin: tin, customer_idtype: type, customer_idnum: number },
  })
  if (answer.valid) return { kind: 'good' }
  // The TIN that has this number is offered instead.
  const owner = await findTin({ type, number }).catch(() => null)
  return { kind: 'bad', sentence: answer.response_msg, tin: owner === tin ? null : owner }
}

const findTin = async ({ type, number }: Omit<TinQuery, 'tin'>): Promise<string> =>
  (await gateway('tinSearch', { query: { customer_idtype: type, customer_idnum: number } })).customer_tin

const textOf = ({ tin, type, number }: TinQuery): string => [tin, type, number].join(' ')

/** The last pair that MyInvois called wrong. Kept outside the form, which asks before it sends such a pair. */
const mismatch = sharedState<string | null>(null)

/** Whether MyInvois said that this TIN and number do not belong together. */
export function useIsMismatch({ values }: Pick<DocumentForm, 'values'>, side: PartySide): boolean {
  return mismatch.use() === textOf(askedOf(values[side]))
}

const askedOf = ({ TIN, ID_TYPE, ID_NUMBER }: PartyFields): TinQuery => ({
  tin: TIN.trim(),
  type: idTypes.find((known) => known === ID_TYPE) ?? 'BRN',
  number: ID_NUMBER.trim(),
})

/**
 * Asks MyInvois whether TIN and number belong together, or for the TIN of a number. After a change of the field the
 * answer is gone.
 */
export function TinCheck({ form, side }: { readonly form: DocumentForm; readonly side: PartySide }) {
  const say = useWords(newDocumentWords)
  const sentenceOf = useErrorSentence()
  const now = askedOf(form.getValues()[side])
  const use = (tin: string) => form.setFieldValue(`${side}.TIN`, tin)
  const search = useMutation({ mutationFn: findTin, onSuccess: use })
  const validate = useMutation({
    mutationFn: check,
    onSuccess: ({ kind }, asked) => mismatch.become(kind === 'bad' ? textOf(asked) : null),
  })
  const isOf = (asked: Partial<TinQuery> | undefined) =>
    asked?.type === now.type && asked.number === now.number && (asked.tin === undefined || asked.tin === now.tin)
  const verdict = isOf(validate.variables) ? validate.data : undefined
  const failure = isOf(validate.variables) && validate.isError ? validate.error : null
  const notFound = isOf(search.variables) && search.isError ? search.error : null
  return (
    <div>
      <Group gap="xs" mt={26}>
        <Secondary px="sm" loading={search.isPending} disabled={now.number === ''} onClick={() => search.mutate(now)}>
          {say('find_tin')}
        </Secondary>
        <Secondary
          px="sm"
          loading={validate.isPending}
          disabled={now.number === '' || now.tin === ''}
          onClick={() => validate.mutate(now)}
        >
          {say('check_tin')}
        </Secondary>
      </Group>
      <output className={style['verdict']} data-verdict={verdict?.kind}>
        {verdict?.kind === 'good' && (
          <>
            <IconCircleCheck size={20} aria-hidden /> {say('tin_good')}
          </>
        )}
        {verdict?.kind === 'bad' && (
          <>
            <IconCircleX size={20} aria-hidden />{' '}
            {verdict.tin === null ? (
              verdict.sentence
            ) : (
              <>
                {say('tin_of', { tin: verdict.tin })}{' '}
                <Secondary onClick={() => use(verdict.tin ?? '')}>{say('use_tin')}</Secondary>
              </>
            )}
          </>
        )}
        {(failure ?? notFound) !== null && <Text c="var(--status-bad)">{sentenceOf(failure ?? notFound)}</Text>}
      </output>
    </div>
  )
}
