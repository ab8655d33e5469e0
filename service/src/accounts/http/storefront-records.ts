import { z } from "zod";
import { putRecords, readRecords } from "#src/accounts/use-cases/storefront-records.ts";
import { answer, declareCall } from "#src/platform/http/call.ts";
import { because } from "#src/platform/http/error-rows.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";

/** A kind, and the SHA-256 of the secret that the record is about. */
const NAME = "[a-z-]{1,20}\\.[0-9a-f]{64}";
const NAMES_MAX = 80;
/** A payment attempt of twenty events with the results of each. */
const CONTENT_MAX = 32_000;
const YEAR_SECONDS = 366 * 24 * 60 * 60;
/** What is kept for good is when links or devices were ended. A credential that was stolen can keep any number of times, and nothing else. */
const KEPT_NAME = /^(links|devices)\./;
const KEPT_CONTENT = /^\d{1,20}$/;

const names = z
  .string()
  .regex(new RegExp(`^${NAME}(?:,${NAME}){0,${NAMES_MAX - 1}}$`), `1 to ${NAMES_MAX} names with commas are expected`)
  .transform((text) => text.split(","))
  .meta({ wire: { type: "string", pattern: `^${NAME}(?:,${NAME}){0,${NAMES_MAX - 1}}$` } });

const name = z.string().regex(new RegExp(`^${NAME}$`), "a kind, a point and a SHA-256 in hexadecimal are expected");
const record = named("StorefrontRecord", z.object({ name: z.string(), content: z.string() }));
const records = z.object({ records: z.array(record) });

const put = z
  .strictObject({
    name,
    content: z.string().min(1).max(CONTENT_MAX),
    replaces: z.string().max(CONTENT_MAX).optional(),
    keptSeconds: z.int().min(1).max(YEAR_SECONDS).optional(),
  })
  .refine((one) => one.keptSeconds !== undefined || (KEPT_NAME.test(one.name) && KEPT_CONTENT.test(one.content)), {
    path: ["keptSeconds"],
    error: "is expected, but for a time of links or devices",
    params: because("required"),
  });

/** What the storefronts of an account must not forget, also after a restart, on another machine and after a restore. */
export const STOREFRONT_RECORD_CALLS = [
  declareCall({
    method: "GET",
    path: "/storefrontRecords",
    isExtension: true,
    summary: "The storefronts' records of these names, as far as there are any",
    access: ["PUBLIC"],
    query: z.strictObject({ names }),
    answer: records,
    handle: async ({ runtime, caller, query }) =>
      answer({ records: [...(await readRecords(runtime, caller, query.names))] }),
  }),
  declareCall({
    method: "PUT",
    path: "/storefrontRecords",
    isExtension: true,
    summary:
      "Write records of storefronts. Each is written if there is none of its name, or if the one there has the content that it `replaces`. The answer has the record that stands for each name. Without `keptSeconds`, which only a time of the kinds `links` and `devices` may lack, it is kept for good",
    access: ["PUBLIC"],
    body: z.strictObject({
      records: z
        .array(put)
        .min(1)
        .max(NAMES_MAX)
        .refine((all) => new Set(all.map((one) => one.name)).size === all.length, {
          error: "each name is expected once",
          params: because("repeated"),
        }),
    }),
    answer: records,
    handle: async ({ runtime, caller, body }) =>
      answer({ records: [...(await putRecords(runtime, caller, body.records))] }),
  }),
];
