import "server-only";

import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { env } from "#lib/env.ts";
import { recordRefusal } from "./refuse-foreign-origin.ts";
import { refusalOfOrigin } from "./same-origin-rule.ts";

/** Answers 404 when an action was not called with a form of our own pages. Every action calls it first, with what it received. */
export async function assertSameOrigin(form: unknown): Promise<void> {
  const isForm = form instanceof FormData;
  const refusal = refusalOfOrigin(await headers(), env().FOYER_ORIGIN) ?? (isForm ? undefined : "not a form");
  recordRefusal(refusal, "An action");
  if (refusal !== undefined) notFound();
}
