import "server-only";

import { connect, constants } from "node:http2";
import { log } from "#lib/telemetry/log.ts";
import type { AppleSigner } from "#lib/wallet/apple-signer.ts";

const APPLE = "https://api.push.apple.com";
const PUSH_MS = 10_000;
/** Hexadecimal, of the length that Apple's phones send. */
const PUSH_TOKEN = /^[0-9a-fA-F]{16,200}$/;

/**
 * Sends an empty notification to each phone by Apple's push service, with the certificate of the passes: the phone then
 * asks for changes. Returns the number of notifications that the service accepted. Throws when it cannot be reached.
 */
export async function pushToPhones(
  pushTokens: readonly string[],
  { certificate, key, passphrase, passType }: AppleSigner,
  { origin = APPLE, ca }: { readonly origin?: string; readonly ca?: Buffer } = {},
): Promise<number> {
  const session = connect(origin, { cert: certificate, key, passphrase, ...(ca && { ca }) });
  try {
    const failed = new Promise<never>((_, reject) => session.once("error", reject));
    const statuses = pushTokens.filter((token) => PUSH_TOKEN.test(token)).map((token) => push(token));
    const answers = await Promise.race([Promise.all(statuses), failed]);
    const refused = answers.filter((status) => status !== 200);
    if (refused.length > 0) log("warn", "Apple refused notifications.", { statuses: [...new Set(refused)].join(" ") });
    return answers.length - refused.length;
  } finally {
    session.close();
  }

  function push(token: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = session.request({
        [constants.HTTP2_HEADER_METHOD]: "POST",
        [constants.HTTP2_HEADER_PATH]: `/3/device/${token}`,
        "apns-topic": passType,
      });
      request.setTimeout(PUSH_MS, () => request.close(constants.NGHTTP2_CANCEL));
      request.once("response", (headers) => resolve(Number(headers[constants.HTTP2_HEADER_STATUS])));
      request.once("error", reject);
      request.once("close", () => resolve(0));
      request.resume();
      request.end("{}");
    });
  }
}
