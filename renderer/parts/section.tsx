import { Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { nameTab } from './heading.ts'

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

/** The heading of a screen. */
export function PageTitle({ children }: { readonly children: ReactNode }) {
  useEffect(() => void nameTab())
  return (
    <Title order={1} size="h2">
      {children}
    </Title>
  )
}
