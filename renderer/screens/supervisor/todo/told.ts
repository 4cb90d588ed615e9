import type { RunRow } from '../../../acts/run.ts'
import { useFaultSentence } from '../../../parts/authority-faults.tsx'
import { useClockText } from '../../../parts/moments.ts'
import { lookOf } from '../../../parts/status-mark.tsx'
import { useWords } from '../../../words/language.ts'
import { statusWords } from '../../../words/status.ts'
import { todoWords } from '../../../words/todo.ts'
import { faultsAtFields } from '../../cashier/new-document/fault-fields.ts'

interface Told {
  readonly tone: 'good' | 'bad' | 'doubt' | 'calm'
  readonly word: string
  /** The reason of a refusal, or the time of the next try. */
  readonly more: string
}

/** What became of one document. The row, the summary above the list and the saved file take it from here. */
export function useTold(): (row: Pick<RunRow, 'record' | 'outcome'>) => Told {
  const say = useWords(todoWords)
  const sayStatus = useWords(statusWords)
  const sentenceOf = useFaultSentence()
  const clock = useClockText()
  return ({ record, outcome }) => {
    switch (outcome.kind) {
      case 'waiting':
      case 'running':
      case 'stopped':
        return { tone: 'calm', word: say(outcome.kind), more: '' }
      case 'denied':
        return { tone: 'bad', word: say(`not_${outcome.act}`), more: outcome.sentence }
      case 'settled': {
        const [fault] = faultsAtFields(record.ERRORS, record.FAMILY)
        const word = sayStatus(lookOf(record))
        return record.STATUS === 'Invalid'
          ? { tone: 'bad', word, more: fault ? sentenceOf(fault) : '' }
          : { tone: 'good', word, more: '' }
      }
      case 'unknown': {
        const { nextTryAt } = outcome
        if (record.ATTENTION !== null) return { tone: 'doubt', word: sayStatus('attention'), more: '' }
        if (record.STATUS === 'InProgress' && !record.IN_DOUBT)
          return { tone: 'calm', word: sayStatus('InProgress'), more: '' }
        const more = nextTryAt === null ? say('asked_now') : say('asked_again', { time: clock(Date.parse(nextTryAt)) })
        return { tone: 'doubt', word: say(record.IN_DOUBT ? 'still_in_doubt' : 'no_answer'), more }
      }
    }
  }
}
