import "server-only";

import { isForPublic } from "#lib/runtime/this-machine.ts";

type Variables = Readonly<Record<string, string | undefined>>;

/** Each key protects something different: equal keys would open what they must not. */
const KEYS = ["COOKIE_KEYS", "LINK_KEYS", "NEXTAUTH_SECRET", "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY"] as const;

/** Returns a line for each setting with which production must not start, with the correction. */
export function productionFaults(variables: Variables, userId: number | undefined): readonly string[] {
  if (variables.FOYER_ENVIRONMENT !== "production") return [];
  return [
    ...(variables.TRUSTED_HOPS === undefined
      ? [
          "TRUSTED_HOPS is not set: set it to the number of your proxies, or to `direct` where visitors connect directly",
        ]
      : []),
    ...framersOf(variables).flatMap((origin) =>
      // What is no address is refused by the schema.
      isForPublic(origin) ? [] : [`EMBED_ORIGINS names ${origin}: name the https: origins of public pages alone`],
    ),
    ...keyFaults(variables),
    ...(userId === 0 ? ["The storefront runs as root: start it as a user of its own"] : []),
  ];
}

function framersOf({ EMBED_ORIGINS = "" }: Variables): readonly string[] {
  return EMBED_ORIGINS.split(/\s+/).filter(Boolean);
}

function keyFaults(variables: Variables): readonly string[] {
  const keys = KEYS.flatMap((name) => partsOf(variables[name]).map((key) => ({ name, key })));
  const password = variables.TICKETING_PASSWORD;
  return [
    ...keys.flatMap(({ name, key }) => (isWeakKey(key) ? [`${name} contains a weak key: ${newKey(name)}`] : [])),
    ...keys.flatMap(({ name, key }, at) => {
      const first = keys.findIndex((other) => other.key === key);
      return first < at ? [`${name} repeats a key of ${keys[first]?.name}: ${newKey(name)}`] : [];
    }),
    ...keys.flatMap(({ name, key }) =>
      key === password ? [`${name} repeats TICKETING_PASSWORD: ${newKey(name)}`] : [],
    ),
  ];
}

/** The framework reads its key as plain base64, the others have the alphabet of addresses. */
function newKey(name: (typeof KEYS)[number]): string {
  const command = "set a new one: openssl rand -base64 32";
  return name === "NEXT_SERVER_ACTIONS_ENCRYPTION_KEY" ? command : `${command} | tr +/ -_ | tr -d =`;
}

function partsOf(text = ""): readonly string[] {
  return (
    text
      .split(",")
      // Some keys have an id in front.
      .map((part) => part.trim().replace(/^.*:/, "").replace(/=+$/, ""))
      .filter(Boolean)
  );
}

const DIFFERENT_MIN = 8;

/** Returns whether a key was typed rather than generated: few different letters, or a constant step between letters. */
function isWeakKey(key: string): boolean {
  const letters = Array.from(key, (letter) => letter.codePointAt(0) ?? 0);
  const steps = letters.slice(1).map((letter, at) => letter - (letters[at] ?? 0));
  return [letters, steps].some((values) => new Set(values).size < DIFFERENT_MIN);
}
