import { Text } from '@mantine/core'
import { localeOf, useLanguage, useWords } from '../../words/language.ts'
import { upkeepWords } from '../../words/upkeep.ts'
import style from './settings.module.css'

/** How often somebody who looks on is told. */
export const lookMs = 400

const megabyte = 1_000_000

/** @returns a size as people write it */
export function useSize(): (bytes: number) => string {
  const locale = localeOf(useLanguage())
  const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  return (bytes) => unit.format(bytes / megabyte)
}

interface TaskProgressProps {
  readonly title: string
  readonly doneBytes: number
  /** 0 while it is not known. */
  readonly totalBytes: number
}

/** How far something is that takes its time. */
export function TaskProgress({ title, doneBytes, totalBytes }: TaskProgressProps) {
  const say = useWords(upkeepWords)
  const sizeOf = useSize()
  const locale = localeOf(useLanguage())
  const isKnown = totalBytes > 0
  const percent = new Intl.NumberFormat(locale, { style: 'percent' }).format(isKnown ? doneBytes / totalBytes : 0)
  return (
    <div className={style['task']}>
      <Text fw={600}>{title}</Text>
      <progress aria-label={title} max={isKnown ? totalBytes : 1} value={isKnown ? doneBytes : undefined} />
      <span className="figure">
        {isKnown ? say('done_of', { percent, done: sizeOf(doneBytes), total: sizeOf(totalBytes) }) : say('beginning')}
      </span>
    </div>
  )
}
