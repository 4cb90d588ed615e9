import { useSyncExternalStore } from 'react'

/** A value outside React. Components that use it are drawn again when it changes. */
interface SharedState<Value> {
  readonly now: () => Value
  readonly become: (next: Value) => void
  readonly use: () => Value
}

export function sharedState<Value>(first: Value): SharedState<Value> {
  let value = first
  const listeners = new Set<() => void>()
  const listen = (heard: () => void) => {
    listeners.add(heard)
    return () => listeners.delete(heard)
  }
  const now = () => value
  return {
    now,
    become(next) {
      value = next
      for (const heard of listeners) heard()
    },
    use: () => useSyncExternalStore(listen, now),
  }
}
