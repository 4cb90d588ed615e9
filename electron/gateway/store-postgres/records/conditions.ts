import type { Cell } from '../ask.ts'

/** Makes a place holder of a cell. */
export type Place = (cell: Cell, type?: string) => string

/** Conditions, with the cells that stand in their place holders. */
export class Conditions {
  readonly cells: Cell[] = []
  readonly #all: string[] = []

  add(condition: (place: Place) => string): this {
    this.#all.push(
      condition((cell, type) => {
        this.cells.push(cell)
        return `$${this.cells.length}${type === undefined ? '' : `::${type}`}`
      }),
    )
    return this
  }

  /** A condition about one value, unless that is null. */
  told(cell: Cell, condition: (place: string) => string, type?: string): this {
    return cell === null ? this : this.add((place) => condition(place(cell, type)))
  }

  get sql(): string {
    return this.#all.length === 0 ? 'TRUE' : this.#all.join(' AND ')
  }
}
