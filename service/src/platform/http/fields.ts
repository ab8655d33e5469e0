import { z } from "zod";
import { currencyDigits, type Money, parseMoney, toDecimal } from "#src/platform/domain/money.ts";
import { isOrigin } from "#src/platform/domain/origin.ts";
import { visibleText } from "#src/platform/domain/typed-text.ts";
import { parseVenueTime, type When } from "#src/platform/domain/venue-time.ts";
import { type Reply, refuse } from "./call.ts";
import { because, row } from "./error-rows.ts";

// The fields of requests that edit the catalogue and the account, each with its limit.

const INT4_MAX = 2_147_483_647;

/** A line of text in any script: trimmed, in NFC, with something to see. */
export function line(charactersMax: number) {
  return z.string().overwrite(visibleText).normalize("NFC").min(1).max(charactersMax);
}

/** Text in NFC that may be empty. */
export function prose(charactersMax: number) {
  return z.string().normalize("NFC").max(charactersMax);
}

/** The version of a thing that the caller saw. A change of a thing that has another one is refused. */
export const version = z.int().min(1).optional();

export const name = line(200);
/** Without a user name: `https://harbour.example@evil.example` opens another host than a reader of the link expects. */
export const url = z
  .url({ protocol: /^https$/ })
  .max(2_000)
  .regex(/^https:\/\/[^@/?#\\]+(?:[/?#]|$)/i, "an address without user name and password is expected");
export const email = z.email().max(254);
/** An email address, or the empty text. */
export const emailText = z.union([z.literal(""), email], { error: "an email address is expected" });

/** The origin of a page, such as `https://shop.example`. Plain http is allowed only for the local machine. */
export const origin = z
  .string()
  .max(300)
  .refine(isOrigin, { error: "an origin such as https://shop.example is expected", params: because("not_an_origin") });

export const tags = z.array(line(60)).max(30);
export const sortIdx = z.int().min(0).max(INT4_MAX);
/** The page of an offering that shows an item. */
export const offeringPage = z.enum(["TICKETS", "MERCHANDISE"]);
export const places = z.int().min(0).max(10_000_000);

const CURRENCIES = new Set(Intl.supportedValuesOf("currency"));

/** The ISO 4217 code of a currency that Node knows. */
export const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/, "three capital letters are expected, such as NZD")
  .refine((code) => CURRENCIES.has(code), { error: "there is no such currency", params: because("not_a_currency") });

/**
 * In minor units of any currency: far above any price of a ticket, and small enough that the sums of the largest carts
 * stay exact.
 */
const MINOR_MAX = 10_000_000_000;

/** A plain JSON number. `readAmounts` checks its size and decimals, which depend on the currency. */
export const price = z.number().min(0).max(MINOR_MAX);

const WALL_TIME =
  "a time such as 04-12-2026T19:30 is expected, on a day that exists; where the clocks show it twice, 04-04-2027T02:30+12:00";

/** The venue's wall time in the form of the interface, `dd-MM-yyyy'T'HH:mm`, with an offset where the clocks show it twice. */
const wallTime = z.string().transform((text, context) => {
  const parsed = parseVenueTime(text);
  if (parsed !== undefined) return parsed;
  context.addIssue({ code: "invalid_format", format: "wall_time", message: WALL_TIME, input: text });
  return z.NEVER;
});

/** An instant in ISO 8601 with an offset. */
export const instant = z.iso
  .datetime({ offset: true })
  .refine((text) => text >= "2000" && text < "2200", {
    error: "a time from 2000 to 2199 is expected",
    params: because("year_out_of_range"),
  })
  .transform((text) => new Date(text));

/** An instant in ISO 8601 with an offset, or the venue's wall time. */
export const when = z
  .union([instant.transform((instant): When => ({ instant })), wallTime], {
    error: `${WALL_TIME}, or an instant such as 2026-12-04T19:30:00+13:00`,
  })
  .meta({
    wire: {
      type: "string",
      description:
        "dd-MM-yyyy'T'HH:mm in the venue's time, or ISO 8601 with an offset. A time that the clocks show twice is the later one; dd-MM-yyyy'T'HH:mm+HH:mm names either by its offset. A time that they skip is refused",
    },
  });

type AmountsRead<Amounts> =
  | ({ readonly ok: true } & {
      readonly [Path in keyof Amounts]: Amounts[Path] extends number ? Money : Money | undefined;
    })
  | { readonly ok: false; readonly reply: Reply<never> };

/** Parses amounts of one currency exactly, or returns the refusal. An absent amount stays `undefined`. */
export function readAmounts<Amounts extends Readonly<Record<string, number | undefined>>>(
  amounts: Amounts,
  currency: string,
): AmountsRead<Amounts> {
  const read = Object.entries(amounts).map(
    ([path, amount]) => [path, amount === undefined ? undefined : parseMoney(String(amount), currency)] as const,
  );
  const unfit = read.filter(([path, money]) => amounts[path] !== undefined && !(money && money.minor <= MINOR_MAX));
  if (unfit.length > 0) {
    const most = toDecimal({ minor: MINOR_MAX, currency });
    const rows = unfit.map(([path, money]) =>
      money
        ? row(path, "too_large", `${path} is more than ${most} ${currency}.`, Number(most))
        : row(path, "too_many_decimals", `${path} has more decimals than ${currency} has.`, currencyDigits(currency)),
    );
    return { ok: false, reply: refuse(400, rows) };
  }
  // The entries have the keys of the argument, which the type of Object.fromEntries cannot express.
  return { ok: true, ...Object.fromEntries(read) } as AmountsRead<Amounts>;
}
