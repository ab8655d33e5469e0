export const dynamic = "force-dynamic";

/** Returns 200 while this process runs. /api/ready reports whether it can sell. */
export function GET() {
  return Response.json({ status: "alive" }, { headers: { "Cache-Control": "no-store" } });
}
