import { useQuery } from '@tanstack/react-query'
import { useRefusedConsolidated } from '../../../gateway/consolidation.ts'
import { useQueue } from '../../../gateway/health.ts'
import { recordCounts } from '../../../gateway/records.ts'
import { today } from '../../../parts/today.ts'
import { useWords } from '../../../words/language.ts'
import { todoWords } from '../../../words/todo.ts'
import type { Chosen } from './choice.ts'
import style from './todo.module.css'

/** How many of how many are done, live: of the shift that is chosen, else of today and of what is left from before. */
export function DayProgress({ chosen }: { readonly chosen: Chosen }) {
  const say = useWords(todoWords)
  const isAnywhere = Object.keys(chosen).length === 0
  const wanted = isAnywhere ? { from: today(), to: today() } : chosen
  const { data: counts } = useQuery({
    queryKey: ['records', 'counts', wanted],
    queryFn: () => recordCounts(wanted),
    placeholderData: (before) => before,
  })
  const queue = useQueue().data
  const refused = useRefusedConsolidated().length
  if (!counts || !queue) return null
  const done = counts.all - counts.needs_person - counts.under_way
  // What is left from earlier days is to be done all the same.
  const needy = isAnywhere ? queue.needs_person + refused : counts.needs_person
  const parts = [
    say('progress_done', { done, all: done + needy + counts.under_way }),
    ...(needy > 0 ? [say('progress_need', { count: needy })] : []),
    ...(counts.under_way > 0 ? [say('progress_moving', { count: counts.under_way })] : []),
  ]
  return (
    <p className={style['dayProgress']} role="status" data-needs={needy > 0 || undefined}>
      {isAnywhere && <span className="quiet">{say('progress_today')}: </span>}
      <b className="figure">{parts.join(', ')}</b>
    </p>
  )
}
