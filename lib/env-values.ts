import "server-only";

import { parse } from "culori";
import { z } from "zod";

/** The kinds of values of the settings. Each says what a value must be, and never prints it: it may be a secret. */

/** A text that must be set. */
export const required = (what: string) => z.string(`must be set: ${what}`).min(1, `must be set: ${what}`);

const KEY = "must be 32 bytes in base64url: openssl rand -base64 32 | tr +/ -_ | tr -d =";
/** 32 bytes in base64url: the key length of AES-256. */
const key = z.string().regex(/^[A-Za-z0-9_-]{43}=?$/, KEY);

export const keys = z
  .string(KEY)
  .transform((text) => text.split(",").map((part) => part.trim()))
  .pipe(z.tuple([key], key));

/** Origins; on this machine any port, for development. */
const EMBED_ORIGIN =
  /^(https:\/\/[a-z0-9.-]+(:\d{1,5})?|http:\/\/(127\.0\.0\.1|([a-z0-9-]+\.)?localhost)(:(\d{1,5}|\*))?)$/;

export const embedOrigin = z
  .string()
  .refine(
    (text) => EMBED_ORIGIN.test(text) && URL.canParse(text.replace(/:\*$/, "")),
    "must be origins such as https://promoter.example, without a path, separated by spaces",
  );

const HOST_AND_PORT = "must be an address and a port such as 127.0.0.1:9464";
/** An address with a port, which is the part after the last colon. */
export const hostAndPort = z
  .string()
  .regex(/^[\w.:[\]-]+:\d{1,5}$/, HOST_AND_PORT)
  .transform((text) => {
    const [, host = "", port] = /^(.+):(\d+)$/.exec(text) ?? [];
    return { host: host.replaceAll(/[[\]]/g, ""), port: Number(port) };
  })
  .refine(({ port }) => port <= 65_535, "must have a port up to 65535");

const PATH = "must be an absolute path";
export const path = z.string(PATH).regex(/^(\/|[A-Za-z]:[\\/])/, PATH);

/** A link to it names the host that it opens: `https://tickets.example@evil.example` opens another one. */
export const https = z
  .url({ protocol: /^https$/, error: "must be an https: address" })
  .regex(/^https:\/\/[^@/?#\\]+(?:[/?#]|$)/, "must hold no user name and no password");

export const colour = z.string().refine((text) => parse(text) !== undefined, "must be a CSS colour such as #4f46e5");

export const emailOrNone = z
  .string()
  .refine(
    (text) => text === "" || z.email().safeParse(text).success,
    "must be an email address such as help@playhouse.example",
  );

/** Also a name that was replaced by another; an offset is no name, since the clocks of its zone change. */
export const timeZone = z
  .string()
  .refine(
    (name) => /^[A-Z]/.test(name) && isTimeZone(name),
    "must be the IANA name of a time zone, such as Pacific/Auckland",
  );

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

export const languageTag = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/, "must be the tag of a language, such as en or pt-BR");

export const currency = z
  .string()
  .refine(
    (code) => Intl.supportedValuesOf("currency").includes(code),
    "must be the code of a currency in three capital letters, such as AUD",
  );

/** A whole number in this range, its unit in the message. */
export const whole = (least: number, most: number, unit = "") => {
  const error = `must be a whole number from ${least} to ${most}${unit && ` ${unit}`}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};

/** One of these names. */
export const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, `must be ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`);

/** Names out of these, separated by spaces. */
export const namesOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z
    .string()
    .transform((text) => text.toLowerCase().split(/\s+/).filter(Boolean))
    .pipe(z.array(z.enum(names, `must be names out of ${names.join(" ")}, separated by spaces`)));

/** Card numbers, separated by commas. */
export const cards = z
  .string()
  .transform((text) => text.split(",").map((card) => card.trim()))
  .pipe(z.array(z.string().regex(/^(\d[\d -]{10,25})?$/, "must be card numbers, separated by commas")));
