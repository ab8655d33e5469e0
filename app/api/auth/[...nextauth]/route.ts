import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { smallForm } from "#lib/forms/small-form.ts";
import { withinLimit } from "#lib/memory/limits.ts";
import { visitorNetwork } from "#lib/session/address.ts";
import { authOptions } from "#lib/session/auth.ts";
import { gateRequest } from "#lib/session/gate.ts";

type Context = RouteContext<"/api/auth/[...nextauth]">;

export function GET(request: NextRequest, context: Context): Promise<Response> {
  return NextAuth(request, context, authOptions());
}

/** Signing in here is the same as in our own form, so it passes the same gate and counts as the same tries. */
export async function POST(request: NextRequest, context: Context): Promise<Response> {
  const closed = gateRequest(request);
  if (closed) return closed;
  const form = await smallForm(request);
  if (typeof form === "number") return refused(form);
  const name = form.get("user");
  const limits = [
    withinLimit("signInPerName", typeof name === "string" ? name.trim().toLowerCase() : undefined),
    withinLimit("signInPerNetwork", await visitorNetwork()),
  ];
  if ((await Promise.all(limits)).includes(false)) return refused(429, { "Retry-After": "60" });
  return NextAuth(request, context, authOptions());
}

function refused(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
