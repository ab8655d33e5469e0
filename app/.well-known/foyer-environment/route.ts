import { env } from "#lib/env.ts";

export const dynamic = "force-dynamic";

/**
 * Tests that buy read this before their first write. They run only where it returns `fake`, which production never
 * does.
 */
export function GET() {
  const { FOYER_ENVIRONMENT: environment, FOYER_PAYMENTS } = env();
  const payments = environment === "production" ? "live" : (FOYER_PAYMENTS ?? "unknown");
  return Response.json({ environment, payments }, { headers: { "Cache-Control": "no-store" } });
}
