/** A success or a refusal, both values. Only faults throw. */
export type Outcome<Good, Refusal> = ({ readonly ok: true } & Good) | ({ readonly ok: false } & Refusal);
