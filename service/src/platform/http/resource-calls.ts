import { z } from "zod";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Changed } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { answer, type Call, declareCall, missing } from "./call.ts";
import { replyChanged } from "./change-refusals.ts";
import { truncated, truncatedAt } from "./list-query.ts";
import { named } from "./openapi/schemas.ts";
import { done, idParams, pageOf, paging, ref, toRef, totalHeader } from "./shapes.ts";

// Declarations of the calls that many resources have.

const refs = named("Refs", z.object({ refs: z.array(ref), ...truncated }));

type Described = Pick<Call, "path" | "summary" | "access" | "isExtension">;

/** Declares a call that reads one thing. It answers 404 when the account has none with the id of the path. */
export function declareRead<Found, Answer extends z.ZodType>({
  thing,
  find,
  show,
  ...call
}: Described & {
  readonly answer: Answer;
  /** Its name in the message of a 404. */
  readonly thing: string;
  readonly find: (runtime: Runtime, caller: Caller, id: number) => Promise<Found | undefined>;
  readonly show: (found: Found, runtime: Runtime, caller: Caller) => z.input<Answer> | Promise<z.input<Answer>>;
}): Call {
  return declareCall({
    ...call,
    method: "GET",
    params: idParams,
    handle: async ({ runtime, caller, params }) => {
      const found = await find(runtime, caller, params.id);
      return found === undefined ? missing("id", thing) : answer(await show(found, runtime, caller));
    },
  });
}

/** Declares a call that lists things of the account as references. `kind` is the resource in their links. */
export function declareRefs({
  kind,
  list,
  ...call
}: Described & {
  readonly kind: string;
  readonly list: (
    runtime: Runtime,
    caller: Caller,
    page: Page,
  ) => Promise<{ readonly things: readonly { readonly id: number; readonly name: string }[]; readonly total: number }>;
}): Call {
  return declareCall({
    ...call,
    method: "GET",
    answer: refs,
    params: idParams,
    query: z.strictObject(paging),
    handle: async ({ runtime, caller, query }) => {
      const page = pageOf(query);
      const { things, total } = await list(runtime, caller, page);
      const rows = things.map((one) => toRef(kind, one));
      return answer({ refs: rows, ...truncatedAt(page, total) }, totalHeader(total));
    },
  });
}

const onOrOff = z.enum(["true", "false"]);

/** Declares a call that switches something on or off by the last part of its path. */
export function declareSwitch({
  path,
  flag,
  change,
  ...call
}: Omit<Described, "access"> & {
  readonly flag: "enabled" | "published";
  readonly change: (runtime: Runtime, caller: Caller, id: number, isOn: boolean) => Promise<Changed>;
}): Call {
  return declareCall({
    ...call,
    method: "PUT",
    path: `${path}/{${flag}}`,
    access: ["MANAGE"],
    params: flag === "enabled" ? idParams.extend({ enabled: onOrOff }) : idParams.extend({ published: onOrOff }),
    answer: done,
    handle: async ({ runtime, caller, params }) => {
      const isOn = ("enabled" in params ? params.enabled : params.published) === "true";
      return replyChanged(await change(runtime, caller, params.id, isOn));
    },
  });
}
