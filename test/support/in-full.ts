/** `npm run test:long` draws more cases of properties than `npm test` does, and does by keyboard alone what that does by mouse. */
export const isInFull = process.env['IN_FULL'] === '1'
