import type { Page } from 'playwright'

/**
 * Runs in the page. Finds our texts that are cut off, stick out of a button or a row, or are wider than their frame.
 * Names that people chose (`bdi`) may be shortened, and `data-sideways` marks what is meant to scroll sideways. On a
 * narrow screen bars and tables may scroll sideways (WCAG 2.2, 1.4.10), and a chosen value may be shortened, because
 * its list shows all of it.
 */
const clipped = `(() => {
  const slack = 1.5
  const say = (how, element) =>
    how + ': ' + ((element.value || element.placeholder || element.textContent) + '').trim().slice(0, 50) + ' <' + element.tagName.toLowerCase() + ' ' + (element.className + '').slice(0, 50) + '>'
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 2 && height > 2 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  const isExempt = (element) =>
    (window.innerWidth <= 900 && element.closest('#root nav, table') !== null) ||
    element.closest('.only-spoken, [data-sideways], pre, svg, [aria-hidden=true], bdi') !== null ||
    [...element.children].some((child) => child.matches('bdi') && child.scrollWidth > element.clientWidth)
  const all = [...document.querySelectorAll('body *')].filter((each) => isSeen(each) && !isExempt(each))
  const framed = all.flatMap((each) => {
    const { overflowX, overflowY } = getComputedStyle(each)
    if (each.matches('input, textarea')) return []
    const isCut = overflowX !== 'visible' && each.clientWidth > 0 && each.scrollWidth > each.clientWidth + slack
    const isLow = overflowY === 'hidden' && each.clientHeight > 0 && each.scrollHeight > each.clientHeight + slack && each.innerText?.trim() && each.querySelector('[data-row], input') === null && each.matches('span, p, b, small, [role=alert], [role=status], .mantine-Alert-root')
    return isCut || isLow ? [say('cut off', each)] : []
  })
  const pen = document.createElement('canvas').getContext('2d')
  const fields = all.flatMap((each) => {
    if (!each.matches('input') || window.innerWidth <= 400) return []
    const isChoice = each.matches('[role=combobox], [aria-haspopup=listbox], [readonly]')
    const text = isChoice && each.value ? each.value : each.value ? '' : each.placeholder
    if (!text) return []
    const { font, paddingLeft, paddingRight } = getComputedStyle(each)
    pen.font = font
    const room = each.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    // Of a code of the authority only the code counts, which comes first.
    const isCode = /^\\w{1,5} – /.test(text)
    return !isCode && pen.measureText(text).width > room + slack ? [say('no room in the field', each)] : []
  })
  const texts = all.flatMap((each) => [...each.childNodes].filter((node) => node.nodeType === 3 && node.data.trim() !== '').map((node) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return [each, range.getBoundingClientRect()]
  }))
  const poking = texts.flatMap(([each, rect]) => {
    const holder = each.closest('button, a, label, td, th, [role=gridcell], [role=columnheader], [data-guid], section, dialog, [role=dialog]')
    if (!holder || rect.width === 0) return []
    const { textOverflow, overflowY } = getComputedStyle(each)
    const frame = holder.getBoundingClientRect()
    const isOut = textOverflow !== 'ellipsis' && (rect.right > frame.right + 0.5 || rect.left < frame.left - 0.5)
    const row = each.closest('a[data-guid], [role=row]')?.getBoundingClientRect()
    const drawn = overflowY === 'visible' ? rect : each.getBoundingClientRect()
    const isOver = row && (drawn.bottom > row.bottom + slack || drawn.top < row.top - slack)
    return isOut || isOver ? [say('sticks out', each)] : []
  })
  const marks = [...document.querySelectorAll('[data-tone]')].filter(isSeen).filter((each) => {
    const frame = each.parentElement.getBoundingClientRect()
    return frame.width > 0 && each.getBoundingClientRect().right > frame.right + slack
  }).map((each) => say('sticks out', each))
  const isWide = document.documentElement.scrollWidth > document.documentElement.clientWidth + slack
  const beside = texts.filter(([, rect]) => rect.width > 0 && rect.left < window.innerWidth && rect.right > window.innerWidth + slack).map(([each]) => say('off the screen', each))
  return [...new Set([...framed, ...fields, ...poking, ...marks, ...beside, ...(isWide ? ['the page is wider than the screen'] : [])])]
})()`

/** @returns the texts that cannot be read for lack of room */
export const clippedTexts = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(clipped)
