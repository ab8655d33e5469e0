import { appleRequest, empty } from "#app/api/wallet/apple/apple-request.ts";
import { currentPass } from "#lib/wallet/current-pass.ts";

type Context = RouteContext<"/api/wallet/apple/v1/passes/[passType]/[serial]">;

/** Returns the present pass, for a phone that has an earlier one. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const asked = await appleRequest(request, await params);
  if (asked instanceof Response) return asked;
  const file = await currentPass(asked.ticket, asked.signer);
  if (file === undefined) return empty(404);
  return new Response(file.bytes, {
    headers: { ...Object.fromEntries(empty(200).headers), "Content-Type": file.type },
  });
}
