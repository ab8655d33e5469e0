/** An expected "yes" or "no". A refusal is a value; only broken machinery throws. */
export type Outcome<Good, No> = ({ readonly ok: true } & Good) | ({ readonly ok: false } & No);
