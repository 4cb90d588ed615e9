import type { Page } from 'playwright'

/** The least size for a finger, in CSS pixels. Borders and half pixels do not count. */
const least = 44
const slack = 0.5

/**
 * Runs in the page. Finds all that can be pressed and is too small. For a field in a label the label counts, for one
 * with a frame the frame. A link within a sentence is as high as its line (WCAG 2.5.8, inline).
 */
const tooSmall = `[...document.querySelectorAll(
  'button, a[href], summary, select, textarea, input:not([type=hidden]), [role=button], [role=tab], [role=option], [role=menuitem]'
)].flatMap((element) => {
  const isSeen = (each) => {
    const { width, height } = each.getBoundingClientRect()
    return width > 1 && height > 1 && each.checkVisibility({ visibilityProperty: true })
  }
  if (element.closest('[aria-hidden=true], [inert]')) return []
  const label = element.closest('label') ?? element.labels?.[0]
  const isChoice = element.matches('[type=checkbox], [type=radio]')
  const target = isChoice && label ? label : (element.closest('.mantine-Input-wrapper') ?? element)
  if (!isSeen(target)) return []
  const isInline = element.matches('a') && getComputedStyle(element).display === 'inline'
  const isInField = element.closest('[data-position=right], .mantine-Input-section') !== null
  if (isInline || isInField) return []
  const { width, height } = target.getBoundingClientRect()
  return height + ${slack} < ${least} || width + ${slack} < ${least}
    ? [(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40) + ' <' + element.tagName.toLowerCase() + ' ' + (element.className + '').slice(0, 60) + '> ' + Math.round(width) + 'x' + Math.round(height)]
    : []
})`

/** @returns names and sizes of what is too small to be touched */
export const tooSmallTargets = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(tooSmall)
