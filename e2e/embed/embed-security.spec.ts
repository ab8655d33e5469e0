import { randomBytes } from "node:crypto";
import { element, receivedEvents } from "#e2e/pages/embedding-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { openPromoterPage } from "#e2e/support/promoter-page.ts";
import { acceptingCookies } from "#e2e/tools/cookie-names.ts";

// A custom header would turn the cross-origin requests of a promoter's page into preflighted ones.
test.use({ extraHTTPHeaders: {} });

test("P22: an unregistered page keeps the plain link and gets an error code", {
  tag: ["@service", "@once", "@sandbox"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  test.slow();
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Stranger") });
  const { html } = element(env.address, eventId);
  const promoter = await openPromoterPage({
    "/": { html },
    "/policy": { html, headers: { "Content-Security-Policy": `frame-src https://elsewhere.example` } },
    "/missing": element(env.address, 999_999_999),
    "/none": { html: html.replace(/event="\d+"/, "") },
    "/isolated": {
      html: html.replace("<script type", "<script crossorigin type"),
      headers: { "Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Opener-Policy": "same-origin" },
    },
  });
  for (const [address, code] of [
    [`${promoter.unregistered}/`, "blocked"],
    [`${promoter.registered}/policy`, "host_policy"],
    [`${promoter.registered}/missing`, "not_found"],
    [`${promoter.registered}/none`, "no_event"],
  ] as const) {
    await page.goto(address);
    await expect.poll(() => receivedEvents(page), { timeout: 15_000, message: address }).toEqual([["error", { code }]]);
    await expect(page.getByRole("link", { name: "Buy tickets" })).toBeVisible();
  }
  await page.goto(`${promoter.registered}/isolated`);
  await expect(page.frameLocator("foyer-tickets iframe").getByRole("heading", { name: /The Stranger/ })).toBeVisible();
  await promoter.close();
});

test("P22: only embeds can be framed, and only by registered pages", {
  tag: ["@purchase", "@service", "@promoter", "@once", "@sandbox"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Frame") });
  const paths = {
    embed: `/en/embed/events/${eventId}`,
    list: "/en/embed/events",
    event: `/en/events/${eventId}`,
    cart: "/en/cart",
    checkout: "/en/checkout",
    pay: "/en/checkout/pay",
    sale: "/en/sales/x",
    promoter: "/en/promoter/sign-in",
    handOff: "/en/hand-off",
    notFound: "/en/nothing",
  };
  const promoter = await openPromoterPage(
    Object.fromEntries(
      Object.entries(paths).flatMap(([name, path]) => [
        [`/${name}`, { html: `<iframe src="${env.address}${path}"></iframe>` }],
        [`/${name}/sandbox`, { html: `<iframe sandbox="allow-scripts" src="${env.address}${path}"></iframe>` }],
      ]),
    ),
  );
  const isShown = async (address: string) => {
    await page.goto(address);
    const frame = await page.locator("iframe").elementHandle();
    const inside = await frame?.contentFrame();
    await inside?.waitForLoadState();
    return (
      (
        await inside
          ?.locator("body")
          .innerText()
          .catch(() => "")
      )?.trim() !== "" && inside?.url().startsWith(env.address) === true
    );
  };
  for (const name of Object.keys(paths)) {
    const mayBeFramed = name === "embed" || name === "list";
    expect(await isShown(`${promoter.registered}/${name}`), `${name}, registered`).toBe(mayBeFramed);
    expect(await isShown(`${promoter.unregistered}/${name}`), `${name}, unregistered`).toBe(false);
    expect(await isShown(`${promoter.unregistered}/${name}/sandbox`), `${name}, unregistered sandbox`).toBe(false);
  }
  await promoter.close();
});

test("P15: a form of the promoter's page, or a forged request, reserves nothing", {
  tag: ["@purchase", "@service", "@once"],
}, async ({ page, context, env, serviceClient, uniqueName, request }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("The Forger") });
  const type = ticketTypeIds[0]?.[0] ?? 0;
  const promoter = await openPromoterPage({
    "/": {
      html: `<form method="post" action="${env.address}/reserve"><input name="event" value="${eventId}"><input name="qty.${type}" value="2"><button>Win a prize</button></form>`,
    },
  });
  await page.goto(promoter.registered);
  const [answer] = await Promise.all([page.waitForResponse(/\/reserve$/), page.getByRole("button").click()]);
  expect(answer.status()).toBe(403);
  expect(await context.cookies()).toEqual([]);

  const form = { event: String(eventId), [`qty.${type}`]: "2" };
  const own = { origin: env.address, "sec-fetch-site": "same-origin", ...acceptingCookies(env.address) };
  for (const headers of [
    {},
    { origin: "null" },
    { origin: promoter.registered },
    { origin: promoter.registered, "x-forwarded-host": new URL(promoter.registered).host },
    { ...own, "sec-fetch-site": "cross-site" },
    { ...own, "content-type": "application/json" },
  ])
    expect((await request.post("/reserve", { form, headers, maxRedirects: 0 })).status(), JSON.stringify(headers)).toBe(
      403,
    );
  expect(
    (
      await request.post("/reserve", { form: { ...form, pad: "x".repeat(20_000) }, headers: own, maxRedirects: 0 })
    ).status(),
  ).toBe(413);
  for (const locale of ["//evil.example", "/\\evil.example", "https://evil.example", "%2f%2fevil.example", "../.."]) {
    const back = await request.post("/reserve", { form: { event: "0", locale }, headers: own, maxRedirects: 0 });
    expect(back.headers().location, locale).toBe("/en");
  }
  expect(await serviceClient.placesLeft(type)).toBe(100);
  // The control: the same form from the storefront's origin reserves two places.
  expect((await request.post("/reserve", { form, headers: own, maxRedirects: 0 })).headers().location).toBe(
    "/en/checkout",
  );
  expect(await serviceClient.placesLeft(type)).toBe(98);
  await promoter.close();
});

test("P21: a hand-off that is replayed, stolen or missing adds nothing to the cart", {
  tag: ["@purchase", "@service", "@once"],
}, async ({ page, env, serviceClient, uniqueName, event, playwright }) => {
  const first = await serviceClient.putOnSale({ name: uniqueName("The First Play") });
  const second = await serviceClient.putOnSale({ name: uniqueName("The Second Play") });
  const type = second.ticketTypeIds[0]?.[0] ?? 0;
  await event.open(first.eventId);
  await event.choose("General admission", 1);
  await event.reserveTickets();

  const headers = { origin: env.address, "sec-fetch-site": "same-origin" };
  const form = { event: String(second.eventId), [`qty.${type}`]: "1" };
  const handed = await page.request.post("/reserve", { form, headers, maxRedirects: 0 });
  expect(handed.headers().location).toBe("/en/hand-off");
  expect(await serviceClient.placesLeft(type)).toBe(100);
  // What does not fit into a hand-off was never sent, so the answer must not say that it may be reserved.
  const long = { ...form, code: randomBytes(4_000).toString("hex") };
  const tooLong = await page.request.post("/reserve", { form: long, headers, maxRedirects: 0 });
  expect(tooLong.headers().location).toMatch(/\/tickets\?.*&refused=refused$/);
  expect(await serviceClient.placesLeft(type)).toBe(100);
  const html = await (await page.request.get("/en/hand-off")).text();
  const [, token = ""] = /name="handOff" value="([^"]+)"/.exec(html) ?? [];
  expect(token).not.toBe("");

  // Nothing is added before the form is submitted, which the page's script does and this route prevents.
  await page.route("**/reserve", (route) => route.fulfill({ status: 204 }));
  await page.goto("/en/hand-off");
  await expect(page.getByRole("button", { name: "Add them" })).toBeVisible();
  await expectAccessible(page, "hand-off");
  expect(await serviceClient.placesLeft(type)).toBe(100);

  const back = `/en/events/${second.eventId}/tickets?qty.${type}=1&refused=not_confirmed`;
  const otherBrowser = await playwright.request.newContext({ baseURL: env.address });
  const stolen = await otherBrowser.post("/reserve", {
    form: { ...form, handOff: token },
    headers: { ...headers, ...acceptingCookies(env.address) },
    maxRedirects: 0,
  });
  expect(stolen.headers().location).toBe(back);
  const foreign = await page.request.post("/reserve", {
    form: { ...form, handOff: token },
    headers: { ...headers, origin: "https://evil.example" },
    maxRedirects: 0,
  });
  expect(foreign.status()).toBe(403);
  expect(await serviceClient.placesLeft(type)).toBe(100);

  const once = await page.request.post("/reserve", { form: { handOff: token }, headers, maxRedirects: 0 });
  expect(once.headers().location).toBe("/en/checkout");
  expect(await serviceClient.placesLeft(type)).toBe(99);
  const replay = await page.request.post("/reserve", { form: { ...form, handOff: token }, headers, maxRedirects: 0 });
  expect(replay.headers().location).toBe(back);
  expect(await serviceClient.placesLeft(type)).toBe(99);
  await otherBrowser.dispose();
});
