import { routeHandlers } from "#e2e/attacks/actions.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

test("P15: no route handler but those of forms, of messages, of page views and of Apple's devices accepts a write", {
  tag: ["@once", "@purchase", "@sandbox"],
}, async ({ env, request }) => {
  const headers = { origin: env.address, "sec-fetch-site": "same-origin" };
  await test.step("what the sign-in library has beyond signing in and out answers 404, to any body", async () => {
    const form = "application/x-www-form-urlencoded";
    const bodies = [
      { "content-type": form, data: "user=unknown&user=another&password=x&json=true&csrfToken=x" },
      { "content-type": form, data: `user=${"x".repeat(20_000)}` },
      { "content-type": "multipart/form-data; boundary=x", data: "no boundary" },
    ];
    const closed = ["", "/signin/credentials", "/callback/credentials", "/verify-request", "/_log", "/%00", "/x/y/z"];
    for (const path of closed)
      for (const method of ["GET", "POST"])
        for (const { data, ...type } of method === "POST" ? bodies : bodies.slice(0, 1)) {
          const sent = {
            method,
            headers: { ...headers, ...type },
            ...(method === "GET" ? {} : { data }),
            maxRedirects: 0,
          };
          const answer = await request.fetch(`/api/auth${path}`, sent);
          const what = `${method} /api/auth${path} ${type["content-type"]}`;
          // An edge refuses this path itself.
          expect(path === "/%00" ? [400, 404] : [404], what).toContain(answer.status());
          expect(answer.headers()["set-cookie"], what).toBeUndefined();
        }
    for (const type of ["application/json", "text/plain"])
      for (const path of ["/callback/password", "/callback/code", "/signout"]) {
        const sent = { method: "POST", headers: { ...headers, "content-type": type }, data: "{", maxRedirects: 0 };
        expect((await request.fetch(`/api/auth${path}`, sent)).status(), `${path} ${type}`).toBe(403);
      }
    for (const type of [
      `${form}; application/json`,
      `${form};charset=application/json`,
      "multipart/form-data; application/json",
    ]) {
      const sent = {
        method: "POST",
        headers: { ...headers, "content-type": type },
        data: "user=maria",
        maxRedirects: 0,
      };
      expect((await request.fetch("/api/auth/callback/password", sent)).status(), type).toBe(415);
    }
  });
  const handlers = routeHandlers();
  expect(handlers.length).toBeGreaterThan(10);
  const accepted = new Set<string>();
  for (const pattern of handlers) {
    const path = pattern
      .replace(/\[\[\.\.\.\w+\]\]/, "x")
      .replace("[...nextauth]", "signout")
      .replace("[locale]", "en")
      .replaceAll(/\[\w+\]/g, "1");
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await request.fetch(path, { method, headers, maxRedirects: 0 });
      // The page cache answers any method with the cached page; the route itself is not reached.
      const isCached = answer.ok() && (await answer.text()) === (await (await request.get(path)).text());
      if (answer.status() !== 405 && !isCached) accepted.add(`${method} ${pattern} ${answer.status()}`);
    }
  }
  const device = "/api/wallet/apple/v1/devices/[device]/registrations/[passType]/[serial]";
  expect(
    [...accepted].sort(),
    "/reserve, /api/opened, the removal from a device and the sign-in refuse a body that is no form, /api/messages a call without a token, and Apple's are missing without keys",
  ).toEqual([
    `DELETE ${device} 404`,
    "POST /[locale]/find-tickets/forget 403",
    "POST /api/auth/[...nextauth] 403",
    "POST /api/messages 401",
    "POST /api/opened 403",
    `POST ${device} 404`,
    "POST /reserve 403",
  ]);
});

test("a refused write to a cached route is not cached as its answer", { tag: ["@once", "@catalogue"] }, async ({
  request,
  anyTickets,
  words,
}) => {
  const { eventId } = await anyTickets.open();
  const html = await (await request.get(`/${words.language}/events/${eventId}`)).text();
  const [, picture = ""] = /property="og:image" content="[^"]*?(\/\w\w\/events\/[^"]+)"/.exec(html) ?? [];
  expect(picture).not.toBe("");
  for (const path of [picture, "/ar/events.json"]) {
    // The page cache answers any method with a cached answer; the route itself is not reached.
    for (const method of ["POST", "PUT", "DELETE"])
      expect([405, 200], `${method} ${path}`).toContain((await request.fetch(path, { method })).status());
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    expect((await answer.body()).length, path).toBeGreaterThan(100);
  }
});
