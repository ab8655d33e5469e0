import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "#tools/lib/fault.ts";
import { writeJson } from "#tools/lib/json-file.ts";

const secret = () => randomBytes(32).toString("base64url");
/** Without letters that look like digits, since it is read off a terminal and typed. */
const typable = () => Array.from(randomBytes(16), (byte) => "abcdefghjkmnpqrstuvwxyz23456789"[byte % 31]).join("");

const GENERATORS = {
  shopPassword: secret,
  promoterPassword: typable,
  otherPromoterPassword: typable,
  processorSecret: secret,
  cardKey: secret,
  cookieKeys: secret,
  linkKeys: secret,
  nextAuthSecret: secret,
};

export type StoredSecrets = Readonly<Record<keyof typeof GENERATORS, string>>;

/** Returns the secrets of this data folder, and generates missing ones. Its cookies and accounts depend on them. Throws a Fault when the file is damaged. */
export function storedSecrets(data: string): StoredSecrets {
  const file = join(data, "settings.json");
  const kept = existsSync(file) ? parse(file) : {};
  const generated = Object.fromEntries(Object.entries(GENERATORS).map(([name, generate]) => [name, generate()]));
  // Every key of GENERATORS is generated above.
  const settings = { ...generated, ...kept } as StoredSecrets;
  if (Object.keys(settings).length !== Object.keys(kept).length) writeJson(file, settings);
  return settings;
}

function parse(file: string): Partial<StoredSecrets> {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Fault(
      `${file} is damaged. It contains the secrets of this data folder: repair it, or remove the folder to start again.`,
      { cause },
    );
  }
}
