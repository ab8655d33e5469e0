/** A success or a refusal, both as values. Only faults are thrown. */
export type Outcome<Good, Refusal> = ({ readonly ok: true } & Good) | ({ readonly ok: false } & Refusal);
