import { Children, createContext, type ReactNode, use } from 'react'
import style from '../style/blocks.module.css'

/** The column names of a table of figures. On a phone each figure is shown beside the name of its column. */
const FigureNames = createContext<readonly string[]>([])

interface TableProps {
  /** The style of the screen for its tables. */
  readonly className: string | undefined
  /** The name of the table for a screen reader, if no heading says it. */
  readonly label?: string
  /** The header cells; absent if the table has none. */
  readonly head?: readonly string[]
  /** The columns from this index on hold figures. */
  readonly figuresFrom?: number | undefined
  readonly caption?: string
  readonly foot?: ReactNode
  readonly children: ReactNode
}

export const Table = ({ className, label, head, figuresFrom, caption, foot, children }: TableProps) => (
  <FigureNames value={head && figuresFrom !== undefined ? head : []}>
    <table className={className} aria-label={label} data-stacked={figuresFrom !== undefined || undefined}>
      {caption && <caption>{caption}</caption>}
      {head && <TableHead of={head} figuresFrom={figuresFrom} />}
      <tbody>{children}</tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  </FigureNames>
)

interface RowProps {
  /** The cells. The first one names the row. False and null are no cell. */
  readonly children: ReactNode
  readonly figuresFrom?: number
}

export function Row({ children, figuresFrom = Number.POSITIVE_INFINITY }: RowProps) {
  const names = use(FigureNames)
  return (
    <tr>
      {Children.toArray(children).map((cell, at) =>
        at === 0 ? (
          <th key={at} scope="row">
            {cell}
          </th>
        ) : (
          // The columns of a table do not change their order.
          <td key={at} data-name={names[at]} className={at < figuresFrom ? undefined : `figure ${style['number']}`}>
            {cell}
          </td>
        ),
      )}
    </tr>
  )
}

type HeadProps = Pick<TableProps, 'figuresFrom'> & { readonly of: readonly string[] }

export const TableHead = ({ of: names, figuresFrom = names.length }: HeadProps) => (
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
