/** An expected "yes" or "no". A refusal is a value; only broken machinery throws. */
export type Outcome<Good, Refusal> = ({ readonly ok: true } & Good) | ({ readonly ok: false } & Refusal);
