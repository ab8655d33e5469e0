import { z } from "zod";
import type { ChangeRefusal } from "#src/platform/domain/outcome.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { type Call, declareCall, missing } from "#src/platform/http/call.ts";
import { refuseChange, replyChanged, replyCreated } from "#src/platform/http/change-refusals.ts";
import { because } from "#src/platform/http/error-rows.ts";
import { instant, version } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { declareRead, declareRefs, declareSwitch } from "#src/platform/http/resource-calls.ts";
import { created, done, id, idParams, ref, toRef } from "#src/platform/http/shapes.ts";
import { CODE_KINDS } from "#src/pricing/domain/code.ts";
import { type CodeInFull, changeCode, createCode, getCode, listCodes } from "#src/pricing/use-cases/codes.ts";
import { codeText } from "./code-shapes.ts";

const kind = z.enum(CODE_KINDS);

const terms = {
  /** The discount that a DISCOUNT code unlocks: one of the two. */
  discount: id.optional(),
  festivalDiscount: id.optional(),
  /** The ticket types that a BOOKING or REVEAL code opens. Absent: all that need a code of this kind. */
  ticketTypes: z.array(id).max(500).optional(),
  /** The events for which it is valid. Absent: all. */
  events: z.array(id).max(500).optional(),
  validFrom: instant.nullable().optional(),
  validTo: instant.nullable().optional(),
  /** The number of carts that may use it. */
  maximumUses: z.int().min(1).max(1_000_000).nullable().optional(),
  enabled: z.boolean().optional(),
};

/** A code unlocks one discount, so only one of the two fields is allowed. */
const ONE_DISCOUNT = {
  path: ["festivalDiscount"],
  error: "Name either a discount or a festivalDiscount.",
  params: because("two_discounts"),
};

function namesOneDiscount({ discount, festivalDiscount }: z.output<z.ZodObject<typeof terms>>): boolean {
  return discount === undefined || festivalDiscount === undefined;
}

const code = named(
  "Code",
  z.object({
    id,
    version: z.int(),
    text: z.string(),
    kind,
    discount: ref.nullable(),
    festivalDiscount: ref.nullable(),
    ticketTypes: z.array(ref),
    events: z.array(ref),
    validFrom: z.string().nullable(),
    validTo: z.string().nullable(),
    maximumUses: z.int().nullable(),
    /** The uses by open and by paid carts. */
    uses: z.int(),
    enabled: z.boolean(),
  }),
);

export const CODE_CALLS: readonly Call[] = [
  declareRead({
    path: "/code/{id}",
    summary: "A code and the number of its uses",
    access: ["MANAGE"],
    answer: code,
    thing: "code",
    find: getCode,
    show: toCode,
  }),
  declareCall({
    method: "POST",
    path: "/code",
    summary: "Add a code for a discount, for tickets that need one, or for tickets that are hidden",
    access: ["MANAGE"],
    body: z.strictObject({ text: codeText, kind, ...terms }).refine(namesOneDiscount, ONE_DISCOUNT),
    answer: created,
    handle: async ({ runtime, caller, body: { text, kind, ...rest } }) => {
      const made = await createCode(runtime, caller, { text, kind, ...toTerms(rest) });
      return made.ok ? replyCreated(made) : refuseAsNamed(made, rest);
    },
  }),
  declareCall({
    method: "PUT",
    path: "/code/{id}",
    summary: "Change a code. Carts that use it keep it",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({ text: codeText.optional(), ...terms, version }).refine(namesOneDiscount, ONE_DISCOUNT),
    answer: done,
    handle: async ({ runtime, caller, params, body: { text, ...rest } }) => {
      const found = await getCode(runtime, caller, params.id);
      if (found === undefined) return missing("id", "code");
      const terms = toTerms(rest);
      if (found.code.kind !== "DISCOUNT" && terms.discountId !== undefined) {
        return refuseAsNamed({ refusal: "code_needs_a_discount", path: "discount" }, rest);
      }
      const changed = await changeCode(runtime, caller, params.id, { text, ...terms });
      return changed.ok ? replyChanged(changed) : refuseAsNamed(changed, rest);
    },
  }),
  declareSwitch({
    path: "/code/{id}/enable",
    flag: "enabled",
    summary: "Enable or disable a code",
    change: (runtime, caller, id, enabled) => changeCode(runtime, caller, id, { enabled }),
  }),
  declareRefs({
    path: "/account/{id}/codes",
    summary: "The account's codes",
    access: ["MANAGE"],
    kind: "code",
    list: listCodes,
  }),
];

function toTerms(body: z.output<z.ZodObject<typeof terms>>) {
  const { discount, festivalDiscount, ticketTypes: ticketTypeIds, events: eventIds, ...rest } = body;
  return { ...rest, discountId: discount ?? festivalDiscount, ticketTypeIds, eventIds };
}

/** Returns the refusal with the path of the field in the request: the service stores both fields as one discount id. */
function refuseAsNamed(refused: ChangeRefusal, { festivalDiscount }: { readonly festivalDiscount?: unknown }) {
  const isOther = refused.path === "discount" && festivalDiscount !== undefined;
  return refuseChange(isOther ? { ...refused, path: "festivalDiscount" } : refused);
}

function toCode({ code: found, discount, events, ticketTypes }: CodeInFull): z.input<typeof code> {
  const { validFrom, validTo, maximumUses = null } = found;
  const isFestival = discount?.kind === "FESTIVAL";
  return {
    id: found.id,
    version: found.version,
    text: found.text,
    kind: found.kind,
    uses: found.uses,
    enabled: found.enabled,
    maximumUses,
    discount: discount && !isFestival ? toRef("discount", discount) : null,
    festivalDiscount: discount && isFestival ? toRef("festivalDiscount", discount) : null,
    ticketTypes: ticketTypes.map((type) => toRef("ticketType", type)),
    events: events.map((event) => toRef("event", event)),
    validFrom: validFrom ? formatInstant(validFrom, "UTC") : null,
    validTo: validTo ? formatInstant(validTo, "UTC") : null,
  };
}
