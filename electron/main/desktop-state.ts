import type { DesktopState } from '../../shared/desktop/bridge.ts'

type Change = Partial<Omit<DesktopState, 'version'>>

/** What the screens, the tray and the menu are told of the desktop, in one place. */
export class Standing {
  #state: DesktopState
  readonly #listeners = new Set<(state: DesktopState) => void>()

  constructor(first: Omit<DesktopState, 'version'>) {
    this.#state = { ...first, version: 1 }
  }

  get current(): DesktopState {
    return this.#state
  }

  change(change: Change): void {
    const next = { ...this.#state, ...change }
    if (JSON.stringify(next) === JSON.stringify(this.#state)) return
    this.#state = { ...next, version: this.#state.version + 1 }
    for (const heard of this.#listeners) heard(this.#state)
  }

  listen(heard: (state: DesktopState) => void): () => void {
    this.#listeners.add(heard)
    return () => this.#listeners.delete(heard)
  }

  /** The state when it is newer than that version, or after the wait as it is then. */
  newerThan(version: number, waitMs: number): Promise<DesktopState> {
    if (this.#state.version > version) return Promise.resolve(this.#state)
    return new Promise((resolve) => {
      const stop = this.listen((state) => {
        clearTimeout(timer)
        stop()
        resolve(state)
      })
      const timer = setTimeout(() => {
        stop()
        resolve(this.#state)
      }, waitMs)
    })
  }
}
