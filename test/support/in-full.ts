/** `npm run test:long` asks properties many more times than `npm test` does. */
export const isInFull = process.env['IN_FULL'] === '1'
