export interface MomentShown {
  readonly withDay?: boolean
  readonly withSeconds?: boolean
}

/**
 * An instant as a clock in some place shows it: the only place that writes one, so that none is in the browser's time.
 * @param instant RFC 3339, or milliseconds
 */
export const momentText = (
  instant: string | number,
  { locale, timeZone }: { readonly locale: string; readonly timeZone: string },
  { withDay = false, withSeconds = true }: MomentShown = {},
): string =>
  new Date(instant).toLocaleString(locale, {
    ...(withDay && { year: 'numeric', month: 'short', day: '2-digit' }),
    hour: '2-digit',
    minute: '2-digit',
    ...(withSeconds && { second: '2-digit' }),
    hour12: false,
    timeZone,
  })
