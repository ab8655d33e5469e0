/** What a feed is about: all events, or those of a group, a venue, or both. */
export type FeedScope = { readonly group?: number; readonly venue?: number };

/** Returns the scope that next.config.js makes of a query, "group-3-venue-5"; `undefined` for any other text. */
export function feedScopeOf(text: string): FeedScope | undefined {
  const [, group, venue] = /^(?:group-([1-9]\d{0,14}))?(?:(?:^|(?<=\d)-)venue-([1-9]\d{0,14}))?$/.exec(text) ?? [];
  if (group === undefined && venue === undefined) return undefined;
  return { ...(group !== undefined && { group: Number(group) }), ...(venue !== undefined && { venue: Number(venue) }) };
}
