import type { Page } from 'playwright'
import { clippedTexts } from './clipped.ts'

/** A usual screen at a zoom of 400% and 200% (WCAG 2.2, 1.4.10), the smallest till at 200%, and a phone. */
const zoomed = [
  { width: 320, height: 640 },
  { width: 683, height: 384 },
  { width: 512, height: 384 },
  { width: 390, height: 844 },
] as const

const leastList = 120

/** Runs in the page. Finds content out of reach, lists too low to read, and focused controls that stay hidden. */
const unreachable = `(() => {
  const name = (each) => (each.tagName.toLowerCase() + ' ' + (each.getAttribute('aria-label') ?? each.className + '').slice(0, 50) + ' ' + (each.innerText ?? '').trim().slice(0, 30)).replace(/\\s+/g, ' ')
  const isSeen = (each) => each.getClientRects().length > 0 && each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const within = [...document.querySelectorAll('[role=dialog], main, main *')].filter(isSeen)
  const frames = within.map((each) => [each, getComputedStyle(each)])
  const cut = frames
    .filter(([each, { overflowY, webkitLineClamp }]) => overflowY === 'hidden' && webkitLineClamp === 'none' && each.clientHeight > 0 && each.scrollHeight > each.clientHeight + 2 && each.querySelector('button, a, input, [data-row]') !== null)
    .map(([each]) => 'cut off below: ' + name(each))
  const above = frames
    .filter(([each, { overflowY }]) => (overflowY === 'auto' || overflowY === 'scroll') && (each.firstElementChild?.clientHeight ?? 0) > 0)
    .filter(([each]) => (each.scrollTop = 0, each.firstElementChild.getBoundingClientRect().top < each.getBoundingClientRect().top - 2))
    .map(([each]) => 'cut off above: ' + name(each))
  const lists = [...document.querySelectorAll('main [data-row]')].map((row) => row.parentElement.parentElement)
  const low = [...new Set(lists)].filter((each) => each.clientHeight < ${leastList}).map((each) => 'too low (' + each.clientHeight + '): ' + name(each))
  const main = document.querySelector('main')
  const mainLow = main && main.clientHeight < ${leastList} ? ['too low: main'] : []
  // An open menu may cover the rest.
  if (document.querySelector('[role=menu]')) return [...mainLow, ...cut, ...above, ...low]
  const place = document.querySelector('[role=dialog]') ?? document.querySelector('main') ?? document.body
  const controls = [...place.querySelectorAll('a[href], button, input, textarea, summary')].filter((each) => isSeen(each) && !each.disabled && each.tabIndex >= 0).slice(0, 60)
  const hidden = controls.flatMap((each) => {
    each.blur()
    each.focus({ focusVisible: true })
    const { left, right, top, bottom } = each.getBoundingClientRect()
    const points = [[(left + right) / 2, (top + bottom) / 2], [left + 6, top + 6], [right - 6, top + 6], [left + 6, bottom - 6], [right - 6, bottom - 6]]
    const isAt = (at) =>
      // The choices of a field may cover what is below, until the field is left.
      each.contains(at) || at.closest('label')?.contains(each) || at.closest('label')?.htmlFor === each.id || at.closest('[role=listbox]') !== null
    return points.some(([x, y]) => { const at = document.elementFromPoint(x, y); return at !== null && isAt(at) }) ? [] : ['hidden although focused: ' + name(each)]
  })
  return [...mainLow, ...cut, ...above, ...low, ...hidden]
})()`

/** What cannot be read or reached at 320 pixels, and at a zoom of 200%. Afterwards the page has its old size. */
export async function reflowFaults(page: Page): Promise<readonly string[]> {
  const size = page.viewportSize()
  const faults: string[] = []
  for (const each of zoomed) {
    await page.setViewportSize(each)
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    const found = [...(await clippedTexts(page)), ...(await page.evaluate<string[]>(unreachable))]
    faults.push(...found.map((fault) => `${each.width} pixels: ${fault}`))
  }
  if (size) await page.setViewportSize(size)
  return faults
}
