import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeWhole } from "./data-folder.js";
import { Fault } from "./fault.js";

const secret = () => randomBytes(32).toString("base64url");
/** For a person to read off a terminal and type: no letter that looks like a digit. */
const typed = () => Array.from(randomBytes(16), (byte) => "abcdefghjkmnpqrstuvwxyz23456789"[byte % 31]).join("");

const MADE = {
  shopPassword: secret,
  promoterPassword: typed,
  otherPromoterPassword: typed,
  processorSecret: secret,
  cardKey: secret,
  cookieKeys: secret,
  linkKeys: secret,
  nextAuthSecret: secret,
};

/** The secrets of this data folder. Made once, and never given up: they open yesterday's cookies and accounts. */
export function keptSettings(data) {
  const file = join(data, "settings.json");
  const kept = existsSync(file) ? parse(file) : {};
  const settings = { ...Object.fromEntries(Object.entries(MADE).map(([name, make]) => [name, make()])), ...kept };
  if (Object.keys(settings).length !== Object.keys(kept).length) writeWhole(file, settings);
  return settings;
}

function parse(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    throw new Fault(
      `${file} is damaged. It holds the secrets of this data folder: mend it, or remove the folder to begin anew.`,
      {
        cause,
      },
    );
  }
}
