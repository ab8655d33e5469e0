import { empty, mayAsk } from "#app/api/wallet/apple/apple-request.ts";
import { appleSigner } from "#lib/wallet/apple-signer.ts";
import { updatedPasses } from "#lib/wallet/current-pass.ts";

type Context = RouteContext<"/api/wallet/apple/v1/devices/[device]/registrations/[passType]">;

/** Returns which passes of a phone have changed. By Apple's rules its identifier authorizes it. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { device, passType } = await params;
  if ((await appleSigner())?.passType !== passType) return empty(404);
  if (!(await mayAsk(request))) return empty(429);
  const since = Number(new URL(request.url).searchParams.get("passesUpdatedSince") ?? -1);
  const updated = await updatedPasses(device, Number.isFinite(since) ? since : -1, Date.now());
  if (updated.serialNumbers.length === 0) return empty(204);
  return Response.json(updated, { headers: Object.fromEntries(empty(200).headers) });
}
