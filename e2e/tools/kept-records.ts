import { answers, type Behaviour } from "#e2e/tools/fixture-service.ts";

type Put = { readonly name: string; readonly content: string; readonly replaces?: string };

/** Returns the behaviour of a service that keeps the records of storefronts in this map. None of them expires. */
export function keepsRecords(records: Map<string, string>): Behaviour {
  return (response, request) => {
    const { method, path, body } = request;
    const puts: readonly Put[] = method === "PUT" ? JSON.parse(body).records : [];
    for (const { name, content, replaces } of puts)
      if (!records.has(name) || records.get(name) === replaces) records.set(name, content);
    const asked = new URLSearchParams(path.split("?", 2)[1]).get("names") ?? "";
    const names = method === "PUT" ? puts.map(({ name }) => name) : asked.split(",");
    const found = names.filter((name) => records.has(name)).map((name) => ({ name, content: records.get(name) }));
    answers({ records: found })(response, request);
  };
}

/** Returns the same behaviour, and a promise that resolves once the service was asked when it had this record. */
export function keepsUntil(name: string, records: Map<string, string>) {
  const { promise: kept, resolve } = Promise.withResolvers<void>();
  const behaviour: Behaviour = (response, request) => {
    keepsRecords(records)(response, request);
    if (records.has(name)) resolve();
  };
  return { behaviour, kept };
}
