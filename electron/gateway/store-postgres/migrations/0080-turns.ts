/** Frozen history: a database somewhere has run exactly this. Changes go into a new step. */
export const turns = `
-- How often something may be done by all processes together: each turn that is taken moves the instant on at which all
-- of them have come again. Nothing that is kept rests on it.
CREATE TABLE turn (
  key      text COLLATE "C" PRIMARY KEY,
  whole_at timestamptz NOT NULL
) WITH (fillfactor = 50);
`
