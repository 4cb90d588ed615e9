/** `npm run test:long` looks at all of what npm test looks at in part; of the screens at the part that is left. */
export const isInFull = process.env['IN_FULL'] === '1'
