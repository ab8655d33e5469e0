import { databaseAddress } from "./database-address.ts";

/** The settings that are checked before a production service starts. */
export type ProductionSettings = {
  readonly DATABASE_URL: string;
  readonly PROCESSOR_URL: string;
  readonly keys: Readonly<Record<string, string>>;
};

const ON_THIS_MACHINE = /^(|localhost|127(\.\d+){3}|\[::1\])$/i;
const ENCRYPTED = /^(require|verify-ca|verify-full)$/;
const NEW_KEY = "set a new one: openssl rand -base64 32";

/** Returns a line for each setting that a production service must not have, with the remedy. */
export function productionFaults(settings: ProductionSettings, userId: number | undefined): readonly string[] {
  const processor = new URL(settings.PROCESSOR_URL);
  return [
    ...(processor.protocol === "https:" || ON_THIS_MACHINE.test(processor.hostname)
      ? []
      : ["PROCESSOR_URL: would send cards to another machine without TLS: set an https: address."]),
    ...(isPrivate(settings.DATABASE_URL)
      ? []
      : ["DATABASE_URL: would reach another machine without TLS: add sslmode=verify-full."]),
    ...keyFaults(Object.entries(settings.keys)),
    ...(userId === 0 ? ["The service runs as root: start it as a user of its own."] : []),
  ];
}

/** Returns whether the connection is local or encrypted. A path as the host, plain or percent-encoded, is a local socket. */
function isPrivate(text: string): boolean {
  const address = databaseAddress(text);
  if (address === undefined) return false;
  const { hostname, searchParams } = address;
  const host = searchParams.get("host") ?? hostname;
  return /^(\/|%2f)/i.test(host) || ON_THIS_MACHINE.test(host) || ENCRYPTED.test(searchParams.get("sslmode") ?? "");
}

function keyFaults(keys: readonly (readonly [name: string, key: string])[]): readonly string[] {
  return keys.flatMap(([name, key], at) => {
    const [first] = keys.find(([, other]) => other === key) ?? [name];
    return [
      ...(isWeakKey(key) ? [`${name}: is a weak key: ${NEW_KEY}.`] : []),
      ...(keys.findIndex(([, other]) => other === key) < at ? [`${name}: repeats ${first}: ${NEW_KEY}.`] : []),
    ];
  });
}

const DIFFERENT_MIN = 8;

/** Returns whether a key looks typed and not random: few different characters, or few different steps between them. */
function isWeakKey(key: string): boolean {
  const letters = Array.from(key, (letter) => letter.codePointAt(0) ?? 0);
  const steps = letters.slice(1).map((letter, at) => letter - (letters[at] ?? 0));
  return [letters, steps].some((values) => new Set(values).size < DIFFERENT_MIN);
}
