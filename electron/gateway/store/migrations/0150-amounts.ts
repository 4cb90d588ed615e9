/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const amounts = `
-- By how much the tax over the document differs from the sum of its lines'; NULL where each line is rounded by itself.
ALTER TABLE record ADD COLUMN rounding_difference TEXT;
-- A note that names another party than what it refers to.
ALTER TABLE record ADD COLUMN buyer_differs INTEGER NOT NULL DEFAULT 0 CHECK (buyer_differs IN (0, 1));
`
