import type { Rule } from "./around-requests.ts";
import { isDirect } from "./settings.ts";

/**
 * With `TRUSTED_HOPS=direct` no proxy of ours appends to X-Forwarded-For, so a client can forge it. Next writes the
 * address of the connection only where the header is absent: the sent header is replaced before Next reads it.
 */
export const directAddress: Rule = isDirect
  ? {
      begin({ request }) {
        request.headers["x-forwarded-for"] = request.socket.remoteAddress ?? "";
      },
    }
  : {};
