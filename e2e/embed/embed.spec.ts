import type { Locator, Response } from "@playwright/test";
import { element, receivedEvents } from "#e2e/pages/embedding-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { LISTENER_SCRIPT, openPromoterPage } from "#e2e/support/promoter-page.ts";
import { wallTime } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";
import { clickHydrated } from "#e2e/tools/click-hydrated.ts";

const { language, text, like } = words;

test.use({
  // A custom header would turn the cross-origin requests of a promoter's page into preflighted ones.
  extraHTTPHeaders: {},
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--test-third-party-cookie-phaseout"] }),
});

test("P21: tickets chosen in a cross-site frame are reserved and paid in the top window, without a cookie in the frame", {
  tag: ["@service", "@purchase", "@sandbox"],
}, async ({ page, context, env, serviceClient, checkout, tickets, uniqueName, money }) => {
  const types = [
    { name: "Stalls", price: "45.00", fee: "2.50" },
    { name: "Gallery", price: "20.00", fee: "1.00" },
  ];
  const { eventId, ticketTypeIds, eventDateIds } = await serviceClient.putOnSale({
    name: uniqueName("The Embedded Play"),
    dates: [wallTime(20), wallTime(21)],
    ticketTypes: types,
  });
  const other = await serviceClient.putOnSale({ name: uniqueName("The Other Play") });
  const [, [stalls = 0, gallery = 0] = []] = ticketTypeIds;
  const promoter = await openPromoterPage({
    "/": element(env.address, eventId, `quantities="${gallery}:1" date="${eventDateIds[1]}" affiliate="dj-kim"`),
    "/other": element(env.address, other.eventId),
  });

  const inFrames: Response[] = [];
  page.on("response", (response) => {
    if (response.frame() !== page.mainFrame()) inFrames.push(response);
  });
  await page.goto(`${promoter.registered}/?utm_source=blog&secret=1&fbclid=f1`);
  const frame = page.frameLocator("foyer-tickets iframe");
  await expect(frame.getByRole("heading", { name: /The Embedded Play/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Buy tickets" })).toBeHidden();
  // The quantity is set after hydration; the price is in the HTML before.
  await expect(frame.getByText(text("Event.picker.chosen", { count: 1 }))).toBeVisible();
  await expect(frame.getByText(money("21.00")).filter({ visible: true }).last()).toBeVisible();
  await clickHydrated(
    frame.getByRole("group", { name: "Stalls" }).getByRole("button", { name: like("Event.picker.more") }),
  );
  await expect(frame.getByText(text("Event.picker.chosen", { count: 2 }))).toBeVisible();
  await expect(frame.getByText(money("68.50"))).toBeVisible();
  const src = new URL((await page.locator("foyer-tickets iframe").getAttribute("src")) ?? "");
  expect(src.searchParams.get("secret")).toBeNull();
  expect(src.searchParams.get("fbclid")).toBe("f1");
  expect(src.searchParams.get("embed")).toBe(new URL(promoter.registered).host);
  // The frame is as high as its content, so nothing in it scrolls.
  const heightDifference = async () => {
    const box = await page.locator("foyer-tickets iframe").boundingBox();
    const content = await frame.locator("main").evaluate((main) => main.getBoundingClientRect().height);
    return Math.abs((box?.height ?? 0) - content);
  };
  await expect.poll(heightDifference).toBeLessThan(2);
  const cookiesInFrames = await Promise.all(inFrames.map((response) => response.headerValue("set-cookie")));
  expect(cookiesInFrames).not.toEqual([]);
  expect(cookiesInFrames.filter((cookie) => cookie !== null)).toEqual([]);
  expect(await context.cookies()).toEqual([]);
  expect(await serviceClient.placesLeft(stalls)).toBe(100);

  await frame.getByRole("button", { name: text("Event.picker.reserve") }).click();
  await page.waitForURL(`${env.address}/${language}/checkout`);
  await expect(checkout.timer).toBeVisible();
  expect(await serviceClient.placesLeft(stalls)).toBe(98);

  // An event from another embed joins the same cart through the storefront's hand-off page.
  await page.goto(`${promoter.registered}/other`);
  await clickHydrated(
    frame.getByRole("group", { name: "General admission" }).getByRole("button", { name: like("Event.picker.more") }),
  );
  await frame.getByRole("button", { name: text("Event.picker.reserve") }).click();
  await page.waitForURL(`${env.address}/${language}/checkout`);
  await checkout.submitDetails();
  await checkout.showsTotal(money("116.00"));
  await checkout.payWithGoodCard();
  await expect(tickets.codes).toHaveCount(3);
  await promoter.close();
});

test("dispatches each event once to the promoter's page, without personal data", {
  tag: ["@purchase", "@service", "@sandbox", "@once"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  const { eventId, eventDateIds } = await serviceClient.putOnSale({ name: uniqueName("The Messenger") });
  const [date] = eventDateIds;
  const promoter = await openPromoterPage({ "/": element(env.address, eventId, 'target="blank"') });
  await page.goto(promoter.registered);
  const frame = page.frameLocator("foyer-tickets iframe");
  await clickHydrated(
    frame.getByRole("group", { name: "General admission" }).getByRole("button", { name: like("Event.picker.more") }),
  );
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    frame.getByRole("button", { name: text("Event.picker.reserve") }).click(),
  ]);
  await opened.waitForURL(/\/checkout$/);
  await expect
    .poll(() => receivedEvents(page))
    .toEqual([
      ["ready", { event: eventId }],
      ["select", { event: eventId, date, count: 1 }],
      ["checkout", { event: eventId, date, count: 1 }],
    ]);

  // A message from another origin or window is ignored.
  await page.evaluate((shop) => {
    const message = { v: 1, type: "height", detail: { height: 9_999 } };
    window.postMessage(message, "*");
    window.dispatchEvent(new MessageEvent("message", { data: message, origin: shop, source: window }));
    const source = document.querySelector("foyer-tickets")?.shadowRoot?.querySelector("iframe")?.contentWindow ?? null;
    window.dispatchEvent(new MessageEvent("message", { data: message, origin: "https://evil.example", source }));
    window.dispatchEvent(new MessageEvent("message", { data: { ...message, v: 2 }, origin: shop, source }));
  }, env.address);
  expect((await page.locator("foyer-tickets iframe").boundingBox())?.height).toBeLessThan(5_000);
  // The same message from the frame is applied, up to the maximum height.
  await page.evaluate((shop) => {
    const source = document.querySelector("foyer-tickets")?.shadowRoot?.querySelector("iframe")?.contentWindow ?? null;
    const data = { v: 1, type: "height", detail: { height: 99_999 } };
    window.dispatchEvent(new MessageEvent("message", { data, origin: shop, source }));
  }, env.address);
  expect((await page.locator("foyer-tickets iframe").boundingBox())?.height).toBe(20_000);

  // An element that is removed and inserted again, together with a second script, is set up exactly once.
  await page.evaluate((shop) => {
    const before = document.querySelector("foyer-tickets");
    const script = document.createElement("script");
    Object.assign(script, { type: "module", src: `${shop}/embed@1.0.0.js` });
    const late = before?.cloneNode(true);
    before?.remove();
    document.body.append(script, late ?? "");
  }, env.address);
  await expect(frame.getByRole("heading", { name: /The Messenger/ })).toBeVisible();
  await expect(page.locator("foyer-tickets iframe")).toHaveCount(1);
  expect((await receivedEvents(page)).filter(([type]) => type === "ready")).toHaveLength(2);
  await promoter.close();
});

test("a list and a button on a promoter's page link to the storefront with the campaign parameters", {
  tag: ["@service", "@once", "@sandbox"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  const inGroup = [
    await serviceClient.putOnSale({ name: uniqueName("Fringe One") }),
    await serviceClient.putOnSale({ name: uniqueName("Fringe Two") }),
  ];
  const groupId = await serviceClient.publishGroup({
    name: uniqueName("The Framed Fringe"),
    events: inGroup.map(({ eventId }) => eventId),
  });
  const promoter = await openPromoterPage({
    "/group": {
      html: `<script type="module" src="${env.address}/embed.js"></script>
        <foyer-events lang="${language}" group="${groupId}"><a href="${env.address}/${language}">What’s on</a></foyer-events>`,
    },
    "/": {
      html: `${LISTENER_SCRIPT}<script type="module" src="${env.address}/embed@1.0.0.js"></script>
        <foyer-events lang="${language}" limit="2" affiliate="dj-kim"><a href="${env.address}/${language}">What’s on</a></foyer-events>
        <foyer-button lang="${language}" event="1" quantities="1:2" label="Get in" accent="#ffcc00"></foyer-button>`,
    },
  });
  await page.goto(`${promoter.registered}/?utm_campaign=spring`);
  const frame = page.frameLocator("foyer-events iframe");
  await expect(frame.getByRole("listitem")).toHaveCount(2);
  const href = (await frame.getByRole("link").first().getAttribute("href")) ?? "";
  expect(href).toMatch(new RegExp(`^/${language}/events/\\d+\\?ref=dj-kim&utm_campaign=spring$`));
  await expect(page.getByRole("link", { name: "Get in" })).toHaveAttribute(
    "href",
    `${env.address}/${language}/events/1?utm_campaign=spring&qty.1=2`,
  );
  await frame.getByRole("link").first().click();
  await page.waitForURL(`${env.address}${href}`);

  await page.goto(`${promoter.registered}/group`);
  await expect(frame.getByRole("listitem")).toHaveCount(2);
  for (const { name } of inGroup) await expect(frame.getByRole("link").filter({ hasText: name })).toBeVisible();
  await promoter.close();
});

test("an embed is light unless its page asks for dark or for the visitor's theme", {
  tag: ["@service", "@once", "@sandbox"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Lamp") });
  const themes = ["", "dark", "auto"] as const;
  const promoter = await openPromoterPage(
    Object.fromEntries(
      themes.map((theme) => [`/${theme}`, element(env.address, eventId, theme && `theme="${theme}"`)]),
    ),
  );
  const groundOf = (body: Locator) => body.evaluate((body) => getComputedStyle(body).getPropertyValue("--canvas"));
  const grounds: Record<string, string> = {};
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`/${language}`);
    grounds[colorScheme] = await groundOf(page.locator("body"));
  }
  expect(grounds.light, "the control: the themes differ").not.toBe(grounds.dark);
  for (const [theme, colorScheme, shown] of [
    ["", "dark", "light"],
    ["dark", "light", "dark"],
    ["auto", "dark", "dark"],
    ["auto", "light", "light"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${promoter.registered}/${theme}`);
    const frame = page.frameLocator("foyer-tickets iframe");
    await expect(page.getByRole("link", { name: "Buy tickets" }), "the frame is ready").toBeHidden();
    expect(await groundOf(frame.locator("body")), `theme "${theme}" with a ${colorScheme} system`).toBe(grounds[shown]);
  }
  await promoter.close();
});

test("reserves tickets from a plain frame without JavaScript", {
  tag: ["@purchase", "@service", "@once", "@sandbox"],
}, async ({ page, env, serviceClient, uniqueName, checkout }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("The Plain Frame") });
  const other = await serviceClient.putOnSale({ name: uniqueName("The Other Frame") });
  const plain = (id: number) => ({
    html: `<iframe title="Tickets" width="800" height="720" src="${env.address}/${language}/embed/events/${id}"
      sandbox="allow-same-origin allow-forms allow-top-navigation-by-user-activation"></iframe>`,
  });
  const promoter = await openPromoterPage({ "/": plain(eventId), "/other": plain(other.eventId) });
  const frame = page.frameLocator("iframe");
  await page.goto(promoter.registered);
  await frame.locator(`[name="qty.${ticketTypeIds[0]?.[0]}"]:visible`).fill("2");
  await frame.getByRole("button", { name: text("Event.picker.reserve") }).click();
  await page.waitForURL(`${env.address}/${language}/checkout`);

  // More tickets, of another event, join them.
  await page.goto(`${promoter.registered}/other`);
  await frame.locator(`[name="qty.${other.ticketTypeIds[0]?.[0]}"]:visible`).fill("1");
  await frame.getByRole("button", { name: text("Event.picker.reserve") }).click();
  await page.waitForURL(`${env.address}/${language}/checkout`);
  await expect(checkout.reserved(3)).toBeVisible();
  await promoter.close();
});
