import assert from "node:assert/strict";
import type { RequestOptions } from "node:https";
import { test } from "node:test";
import { type Answer, EMBED_ADDRESSES, EMBED_POLICY, type Received, SCRIPT_HEADERS, SOURCE } from "./requests.ts";

type Edge = {
  readonly ask: (path: string, options?: RequestOptions, body?: Buffer) => Promise<Answer>;
  /** Returns the last request of a path that a storefront has received. */
  readonly last: (path: string) => Received | undefined;
};

/** As a browser sends the form of a frame, to the top window. */
const FROM_FRAME = {
  origin: "https://localhost",
  referer: "https://localhost/",
  "content-type": "application/x-www-form-urlencoded",
  "sec-fetch-site": "same-origin",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
};

/** Makes the tests of what an embed on a promoter's page asks for. */
export function testEmbeds({ ask, last }: Edge): void {
  test("a page of an embed has the storefront's policy with the sites that may frame it, and no other word about frames", async () => {
    for (const path of [...EMBED_ADDRESSES, ...EMBED_ADDRESSES]) {
      const { status, headers } = await ask(path, { headers: { "sec-fetch-dest": "iframe", origin: "null" } });
      assert.deepEqual([status, headers["content-security-policy"]], [200, EMBED_POLICY], path);
      assert.equal("x-frame-options" in headers, false, path);
      assert.equal("cross-origin-resource-policy" in headers, false, path);
    }
  });

  test("the script of embeds and each pinned file arrive with their own headers, for pages of every origin", async () => {
    for (const path of ["/embed.js", "/embed@1.0.0.js", "/embed@1.2.0.js"]) {
      const { status, headers } = await ask(path, { headers: { origin: "https://longlight.example" } });
      assert.equal(status, 200, path);
      for (const [name, value] of Object.entries(SCRIPT_HEADERS))
        assert.equal(headers[name.toLowerCase()], value, name);
      assert.equal(last(path)?.headers.origin, "https://longlight.example", path);
    }
  });

  test("a page view, and a purchase that is begun in a frame with its source, arrive as they were sent", async () => {
    for (const [path, fields] of [
      ["/api/opened", `path=%2Fen%2Fembed%2Fevents%2F15&${new URLSearchParams({ query: SOURCE })}`],
      ["/reserve", `event=15&locale=en&qty.3=2&${SOURCE}`],
    ] as const) {
      await ask(path, { method: "POST", headers: FROM_FRAME }, Buffer.from(fields));
      const received = last(path);
      assert.deepEqual([received?.method, received?.body], ["POST", fields], path);
      for (const [name, value] of Object.entries(FROM_FRAME)) assert.equal(received?.headers[name], value, name);
      assert.equal("cookie" in (received?.headers ?? {}), false, path);
    }
  });
}
