import { Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  readonly title: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A part of a screen under a heading, which also names it for readers of the screen. */
export const Section = ({ title, className, children }: SectionProps) => (
  <section className={className} aria-label={title}>
    <Title order={2} size="h4">
      {title}
    </Title>
    {children}
  </section>
)

/** The heads of a table's columns. */
export const Heads = ({ of: names }: { readonly of: readonly string[] }) => (
  <thead>
    <tr>
      {names.map((name) => (
        <th key={name} scope="col">
          {name}
        </th>
      ))}
    </tr>
  </thead>
)
