import { z } from "zod";
import { appleRequest, empty } from "#app/api/wallet/apple/apple-request.ts";
import { parseJson, readText } from "#lib/runtime/limited-text.ts";
import { passDigest } from "#lib/wallet/current-pass.ts";
import { registerPass, unregisterPass } from "#lib/wallet/pass-devices.ts";

type Context = RouteContext<"/api/wallet/apple/v1/devices/[device]/registrations/[passType]/[serial]">;

const BODY_BYTES_MAX = 4 * 1024;
const body = z.object({ pushToken: z.string().regex(/^[0-9a-fA-F]{16,200}$/) });

/** Registers a phone for the changes of a pass. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const { device, ...pass } = await params;
  const asked = await appleRequest(request, pass);
  if (asked instanceof Response) return asked;
  const text = await readText(request, BODY_BYTES_MAX);
  if (text === undefined) return empty(413);
  const { data } = body.safeParse(parseJson(text));
  if (data === undefined) return empty(400);
  const digest = await passDigest(asked.ticket);
  if (digest === undefined) return empty(404);
  const entry = { ...data, token: asked.token, digest, changedAtMs: 0 };
  const registered = await registerPass(device, pass.serial, entry);
  if (registered === undefined) return empty(429);
  return empty(registered === "new" ? 201 : 200);
}

/** Ends the registration, when the pass was removed from the phone. */
export async function DELETE(request: Request, { params }: Context): Promise<Response> {
  const { device, ...pass } = await params;
  const asked = await appleRequest(request, pass);
  if (asked instanceof Response) return asked;
  await unregisterPass(device, pass.serial);
  return empty(200);
}
