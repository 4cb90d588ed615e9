/** Longer ago than this, what the screen asks it asks by itself. */
const attendedMs = 5_000
let touchedAt = Number.NEGATIVE_INFINITY

const touched = () => {
  touchedAt = performance.now()
}
for (const sign of ['pointerdown', 'keydown', 'wheel'] as const)
  window.addEventListener(sign, touched, { capture: true, passive: true })

/** Whether somebody in front of the screen just did something: only then a request keeps the session open. */
export const isAttended = (): boolean => performance.now() - touchedAt < attendedMs
