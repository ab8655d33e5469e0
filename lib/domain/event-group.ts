/** Events that belong together, such as a festival. */
export type EventGroup = {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly abstract: string;
  readonly tags: readonly string[];
  readonly eventIds: readonly number[];
};
