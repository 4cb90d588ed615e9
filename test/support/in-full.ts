/**
 * True in `npm run test:long`: it draws more cases for properties, and uses only the keyboard where `npm test` uses a
 * mouse.
 */
export const isInFull = process.env['IN_FULL'] === '1'
