export const shortestPin = 6
export const longestPin = 12

/** A PIN has digits only, whatever else is typed. */
export const onlyDigits = (text: string): string => text.replace(/\D/g, '').slice(0, longestPin)
