/** Events that belong together: a festival, a season, a tour. */
export type EventGroup = {
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly abstractText: string;
  readonly heroImageUrl: string | undefined;
  readonly tags: readonly string[];
  readonly published: boolean;
  /** In the organiser's order. */
  readonly events: readonly { readonly id: number; readonly name: string; readonly currency: string }[];
};
