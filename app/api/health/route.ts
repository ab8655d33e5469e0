export const dynamic = "force-dynamic";

/** This process is alive. Whether it can sell is /api/ready's business. */
export function GET() {
  return Response.json({ status: "alive" }, { headers: { "Cache-Control": "no-store" } });
}
