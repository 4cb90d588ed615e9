/** `npm run test:long`: all interleavings instead of some, the screens in the dark instead of in light. */
export const isInFull = process.env['IN_FULL'] === '1'
