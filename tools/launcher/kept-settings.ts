import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "#tools/lib/fault.ts";
import { writeJson } from "#tools/lib/json-file.ts";

const secret = () => randomBytes(32).toString("base64url");
/** For a person to read off a terminal and type: no letter that looks like a digit. */
const typed = () => Array.from(randomBytes(16), (byte) => "abcdefghjkmnpqrstuvwxyz23456789"[byte % 31]).join("");

const GENERATORS = {
  shopPassword: secret,
  promoterPassword: typed,
  otherPromoterPassword: typed,
  processorSecret: secret,
  cardKey: secret,
  cookieKeys: secret,
  linkKeys: secret,
  nextAuthSecret: secret,
};

export type KeptSettings = Readonly<Record<keyof typeof GENERATORS, string>>;

/** Returns the secrets of this data folder. They are generated once and kept: they open its cookies and accounts. */
export function keptSettings(data: string): KeptSettings {
  const file = join(data, "settings.json");
  const kept = existsSync(file) ? parse(file) : {};
  const generated = Object.fromEntries(Object.entries(GENERATORS).map(([name, generate]) => [name, generate()]));
  // Every key of GENERATORS is generated above.
  const settings = { ...generated, ...kept } as KeptSettings;
  if (Object.keys(settings).length !== Object.keys(kept).length) writeJson(file, settings);
  return settings;
}

function parse(file: string): Partial<KeptSettings> {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Fault(
      `${file} is damaged. It holds the secrets of this data folder: mend it, or remove the folder to begin anew.`,
      { cause },
    );
  }
}
