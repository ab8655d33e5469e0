import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { DYNAMIC_ROUTES, PRIVATE_ROUTES } from "./private-routes.ts";

test("the proxy gives a nonce to exactly the private and the dynamic routes", async () => {
  const proxy = await readFile(new URL("../../proxy.ts", import.meta.url), "utf8");
  const [, matcher = ""] = /matcher: \[([^\]]*)\]/.exec(proxy) ?? [];
  const routes = [...matcher.matchAll(/"([^"]+)"/g)].map(([, route]) => route);
  assert.deepEqual(routes.toSorted(), [...PRIVATE_ROUTES, ...DYNAMIC_ROUTES].toSorted());
});
