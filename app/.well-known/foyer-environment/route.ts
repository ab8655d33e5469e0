import { env } from "#lib/env.ts";

export const dynamic = "force-dynamic";

/** Tests that buy ask this before their first write, so that nobody is charged by a mistaken address. */
export function GET() {
  const environment = env().FOYER_ENVIRONMENT;
  const payments = environment === "production" ? "real" : "fake";
  return Response.json({ environment, payments }, { headers: { "Cache-Control": "no-store" } });
}
