/** A success or an expected refusal. A refusal is a value; only a fault is thrown. */
export type Outcome<Good, No> = ({ readonly ok: true } & Good) | ({ readonly ok: false } & No);
