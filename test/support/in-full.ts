/** `npm run test:long` looks at all of what npm test looks at in part. */
export const isInFull = process.env['IN_FULL'] === '1'
