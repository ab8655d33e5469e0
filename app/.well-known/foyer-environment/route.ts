import { env } from "#lib/env.ts";

export const dynamic = "force-dynamic";

/** Tests that buy ask this before their first write. Only `fake` lets them buy, and nobody says that of production. */
export function GET() {
  const { FOYER_ENVIRONMENT: environment, FOYER_PAYMENTS } = env();
  const payments = environment === "production" ? "live" : (FOYER_PAYMENTS ?? "unknown");
  return Response.json({ environment, payments }, { headers: { "Cache-Control": "no-store" } });
}
