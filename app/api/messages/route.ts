import { readMessage } from "#lib/mail/messages.ts";
import { parseJson, readText } from "#lib/runtime/limited-text.ts";
import { withinLimit } from "#lib/security/limits.ts";
import { isMessageToken } from "#lib/security/seal.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { log } from "#lib/telemetry/log.ts";
import { count, type LabelsOf } from "#lib/telemetry/metrics.ts";
import { TicketingFault, UnreadableAnswer } from "#lib/ticketing/client/fault.ts";
import { updateWallets } from "#lib/wallet/update-wallets.ts";

/** A body has keys and a few details; a sale's keys are short. */
const BODY_BYTES_MAX = 64 * 1024;

/**
 * Renders one message for the service that sends it: 200 with the message, 204 when there is nothing to send any more,
 * 422 for a message that this storefront cannot render, 503 while the service does not answer, 500 when trying again gives the same.
 * It reads no cookie: the token alone authorises the caller.
 */
export async function POST(request: Request): Promise<Response> {
  const answer = await answerTo(request);
  count("foyer_storefront_messages_total", { result: RESULTS[answer.status] ?? "refused" });
  return answer;
}

const RESULTS: Readonly<Record<number, LabelsOf<"foyer_storefront_messages_total">["result"]>> = {
  200: "rendered",
  204: "nothing",
  500: "failed",
  503: "failed",
};

async function answerTo(request: Request): Promise<Response> {
  if (!(await withinLimit("renderPerNetwork", await visitorNetwork()))) return empty(429);
  if (!(await isMessageToken(tokenOf(request)))) return empty(401);
  const text = await readText(request, BODY_BYTES_MAX);
  if (text === undefined) return empty(413);
  const message = readMessage(parseJson(text));
  if (message === undefined) {
    log("warn", "A message could not be rendered: its form is unknown.");
    return empty(422);
  }
  try {
    // Nothing else tells the wallets.
    if (message.changesTickets) void updateWallets(message.sales, message.language);
    const rendered = await message.render();
    if (rendered === "nothing_to_send") return empty(204);
    if (rendered === "not_found") return empty(422);
    const { id, kind, purchase } = message;
    log("info", "A message was rendered.", { message: id, kind, ...purchase });
    return Response.json(rendered, { headers: NO_STORE });
  } catch (fault) {
    // Only what will pass may hold up a message for as long as it lasts.
    const willPass = fault instanceof TicketingFault && !(fault instanceof UnreadableAnswer);
    log(willPass ? "warn" : "error", "A message could not be rendered.", {
      message: message.id,
      kind: message.kind,
      fault: String(fault),
    });
    return empty(willPass ? 503 : 500);
  }
}

const NO_STORE = { "Cache-Control": "no-store" };

function empty(status: number): Response {
  return new Response(null, { status, headers: NO_STORE });
}

function tokenOf(request: Request): string {
  return /^Bearer ([\w.~+/=-]{1,2000})$/.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
}
