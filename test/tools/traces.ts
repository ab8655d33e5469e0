type ResourceSpans = {
  readonly scopeSpans: readonly {
    readonly spans: readonly { readonly traceId: string; readonly name: string }[];
  }[];
};

/** Returns the names of the spans of each trace, from what an OTLP collector received. */
export function namesOfTraces(received: readonly ResourceSpans[]): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  for (const { traceId, name } of received.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))) {
    names.set(traceId, (names.get(traceId) ?? new Set()).add(name));
  }
  return names;
}
