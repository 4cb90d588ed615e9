/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const pinDoors = `
-- Wrong PINs in a row that came with a session: wrong_pins are those of the open sign-in, which whoever is on this
-- machine can give, and must not keep people out who are in.
ALTER TABLE operator ADD COLUMN wrong_pins_in_session INTEGER NOT NULL DEFAULT 0 CHECK (wrong_pins_in_session >= 0);
`
