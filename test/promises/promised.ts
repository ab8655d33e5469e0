/** A promise of Foyer. It is open while something is missing, and kept otherwise. */
export type Promised = {
  readonly id: `P${number}`;
  /** One or two sentences. */
  readonly says: string;
  /** What an open promise lacks, in a sentence or two. */
  readonly missing?: string;
};

export type Areas = Readonly<Record<string, readonly Promised[]>>;
