import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import style from '../style/blocks.module.css'

interface SectionProps {
  readonly title?: string | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A part of a screen. Its heading also names it for a screen reader. */
export const Section = ({ title, className, children }: SectionProps) => (
  <section className={className} aria-label={title}>
    {title !== undefined && (
      <Title order={2} size="h4">
        {title}
      </Title>
    )}
    {children}
  </section>
)

interface HeadsProps {
  readonly of: readonly string[]
  /** The columns from this index on hold figures. */
  readonly figuresFrom?: number
}

/** The header cells of a table. */
export const TableHead = ({ of: names, figuresFrom = names.length }: HeadsProps) => (
  <thead>
    <tr>
      {names.map((name, at) => (
        <th key={name} scope="col" className={at < figuresFrom ? undefined : style['number']}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
)

/** The heading of a screen. */
export const PageTitle = ({ children }: { readonly children: ReactNode }) => (
  <Title order={1} size="h2">
    {children}
  </Title>
)
