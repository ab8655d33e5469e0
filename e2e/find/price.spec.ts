import type { Locator, Page } from "@playwright/test";
import { formFor, sendForm } from "#e2e/attacks/attack.ts";
import { locationOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { ADA } from "#e2e/pages/checkout-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { textOf } from "#e2e/support/page-text.ts";
import { prominenceFaults, type ShownAmount, shownAmounts } from "#e2e/support/prominence.ts";
import { words } from "#e2e/support/words.ts";
import { extractParts } from "#e2e/tools/extract-parts.ts";

const { language, text } = words;

const PDF_BYTES_MAX = 10_000_000;
/** The number of cards of the list that are looked at: it has the events of all tests. */
const LISTED_MAX = 10;

/** Events with two ticket types each and fees that would be noticed if left out. */
const SALES = [
  {
    title: "Catiline",
    currency: "AUD",
    stalls: { price: "12.41", fee: "0.60", all: "13.01", shown: "A$13.01" },
    circle: { price: "20.01", fee: "1.50", all: "21.51", shown: "A$21.51" },
    total: { paid: "56.03", shown: "A$56.03" },
  },
  {
    title: "Mortimer",
    currency: "KWD",
    stalls: { price: "12.250", fee: "0.095", all: "12.345", shown: "KWD 12.345" },
    circle: { price: "15.000", fee: "0.105", all: "15.105", shown: "KWD 15.105" },
    total: { paid: "42.555", shown: "KWD 42.555" },
  },
] as const;

test(
  "P10, P50, 14: shows one price from the lists to the charge, the receipt and the PDF, with two and with three decimals",
  {
    tag: ["@purchase", "@service", "@ledger", "@once", "@english"],
  },
  async ({ page, request, env, serviceClient, sandbox, event, uniqueName }, { testId }) => {
    test.slow();
    for (const [at, { title, currency, stalls, circle, total }] of SALES.entries()) {
      const types = [
        { name: "Stalls", price: stalls.price, fee: stalls.fee, section: "Ground" },
        { name: "Circle", price: circle.price, fee: circle.fee, section: "First floor" },
      ];
      const on = { name: uniqueName(title), currency, ticketTypes: types };
      const { eventId, name, ticketTypeIds } = await serviceClient.putOnSale(on);
      const visitor = openVisitor(env.address, `172.${16 + at}.${Number.parseInt(testId.slice(-2), 16) || 1}.1`);
      const read = async (path: string, link?: string) => textOf(page, (await visitor.get(path)).body, link);
      const bare = (text: string) =>
        [stalls, circle].filter(({ price }) => new RegExp(`(?<!\\d)${price}(?!\\d)`).test(text));

      const { body: known } = await serviceClient.call("GET", `/event/${eventId}.json`);
      expect(known).toMatchObject({ lowPrice: { amount: Number(stalls.all), currency } });
      // The page of a group has a calendar where some event has several dates.
      const several = { name: uniqueName("Sejanus"), dates: ["04-12-2099T19:30", "05-12-2099T19:30"] };
      const events = [eventId, (await serviceClient.putOnSale(several)).eventId];
      const groupId = await serviceClient.publishGroup({ name: `${name} group`, events });
      for (const [list, says] of [
        [`/en/search?q=${encodeURIComponent(name)}`, `From ${stalls.shown}`],
        [`/en/groups/${groupId}`, `From ${stalls.shown}`],
        [`/en/embed/groups/${groupId}`, `From ${stalls.shown}`],
      ] as const) {
        const text = await read(list, name);
        expect(text, list).toContain(says);
        expect(bare(text), `${list} has a price without its fee`).toEqual([]);
      }

      await page.goto(`/en/groups/${groupId}`);
      const inCalendar = page.getByRole("region", { name: "Calendar" }).getByRole("link", { name });
      await expect(inCalendar).toContainText(`From ${stalls.shown}`);
      expect(bare(await inCalendar.innerText())).toEqual([]);

      for (const path of [`/en/embed/events/${eventId}`, `/en/events/${eventId}`])
        for (const { shown } of [stalls, circle]) expect(await read(path), path).toContain(shown);
      await event.open(eventId);
      const [date] = JSON.parse(await page.locator('script[type="application/ld+json"]').first().innerText());
      expect(date.offers).toMatchObject([
        { name: "Stalls", price: stalls.all, priceCurrency: currency },
        { name: "Circle", price: circle.all, priceCurrency: currency },
      ]);
      expect(bare(JSON.stringify(date))).toEqual([]);
      expect(await metaOf(page, "og:image:alt")).toContain(`From ${stalls.shown}`);
      await event.choose("Stalls", 1);
      await event.choose("Circle", 2);
      await expect(page.getByText(total.shown, { exact: true }).filter({ visible: true }).first()).toBeVisible();

      const [one = 0, two = 0] = ticketTypeIds[0] ?? [];
      const scene = { page, origin: env.address, victim: visitor };
      const send = async (action: string, path: string, typed: Readonly<Record<string, string>>) =>
        locationOf(await sendForm(scene, visitor, await formFor(scene, action, path, typed)));
      const chosen = { [`qty.${one}`]: "1", [`qty.${two}`]: "2" };
      expect(await send("reserveTickets", `/en/events/${eventId}`, chosen)).toBe("/en/checkout");
      for (const path of ["/en/cart", "/en/checkout"]) expect(await read(path), path).toContain(total.shown);
      await send("giveDetails", "/en/checkout", ADA);
      expect(await read("/en/checkout/pay")).toContain(`Pay ${total.shown}`);
      const card = env.goodCard;
      const sale = new URL(await send("pay", "/en/checkout/pay", card), env.address).pathname;
      const charges = (await sandbox.ledger(total.paid)).filter((entry) => entry.currency === currency);
      expect(charges.map(({ kind }) => kind)).toEqual(["authorisation", "capture"]);

      const order = await read(sale);
      for (const shown of [stalls.shown, circle.shown, total.shown]) expect(order).toContain(shown);
      const file = await (await request.get(`${sale}/pdf`)).body();
      const words = extractParts(file, PDF_BYTES_MAX).find((part) => part.name === "text");
      const pdf = (words?.bytes.toString("utf8") ?? "").replaceAll(/\s/g, " ");
      // As it is drawn, with the label before it. A text that is read aloud stands once more by itself.
      for (const [type, { shown }, count] of [
        ["Stalls", stalls, 1],
        ["Circle", circle, 2],
      ] as const)
        expect(pdf.split(`Ticket${type} · ${shown}`), `${type} in the PDF`).toHaveLength(count + 1);
      expect(bare(pdf)).toEqual([]);
    }
  },
);

test("P50, 14: on every surface no amount is more prominent than the total, and the parts of a price are in a disclosure", {
  tag: ["@purchase", "@service", "@mail", "@buys", "@sandbox"],
}, async ({ page, serviceClient, money, event, checkout, tickets, buyer, mailbox, uniqueName }) => {
  test.slow();
  const { eventId, name, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The Prominence"),
    ticketTypes: [{ name: "Stalls", price: "41.00", fee: "2.60" }],
  });
  const [[stalls] = []] = ticketTypeIds;
  const groupId = await serviceClient.publishGroup({ name: `${name} group`, events: [eventId] });
  const parts = [money("41.00"), money("2.60")];
  const one = money("43.60");
  const two = money("87.20");
  const amountsOf = (root: Locator) => shownAmounts(root, one);
  const faultsOf = async (root: Locator, total: string) => prominenceFaults(await amountsOf(root), { total, parts });
  const main = page.getByRole("main");

  await page.goto(`/${language}`);
  const cards = main.locator('a[href*="/events/"]');
  await expect(cards.first()).toBeVisible();
  for (const card of (await cards.all()).slice(0, LISTED_MAX)) {
    const prices = new Set((await amountsOf(card)).map(({ text }) => text));
    expect(prices.size, "a card of the list has one price").toBeLessThanOrEqual(1);
  }
  for (const path of [`search?q=${encodeURIComponent(name)}`, `groups/${groupId}`, `embed/groups/${groupId}`]) {
    await page.goto(`/${language}/${path}`);
    const links = page.getByRole("link").filter({ hasText: name }).filter({ hasText: one });
    await expect(links.first()).toBeVisible();
    // A day of a calendar may have no room for prices.
    const read = (await links.all()).map((link) => amountsOf(link));
    const shown = (await Promise.all(read)).filter(({ length }) => length > 0);
    expect(shown.length, path).toBeGreaterThan(0);
    for (const amounts of shown) expect(prominenceFaults(amounts, { total: one, parts }), path).toEqual([]);
  }

  for (const path of [`events/${eventId}`, `embed/events/${eventId}`]) {
    await page.goto(`/${language}/${path}`);
    const body = page.locator("body");
    await expect(event.anyMore.first()).toBeVisible();
    expect(await faultsOf(body, one), path).toEqual([]);
    await page.getByText(text("Event.picker.inPrice")).filter({ visible: true }).first().click();
    const opened = await amountsOf(body);
    expect(
      opened.map((amount) => amount.text),
      "the control: the parts are found",
    ).toEqual(expect.arrayContaining(parts));
    expect(prominenceFaults(opened, { total: one, parts }), `${path}, opened`).toEqual([]);
    await page.goto(`/${language}/${path}?qty.${stalls}=2`);
    await expect(page.getByText(two).filter({ visible: true }).first()).toBeVisible();
    expect(await faultsOf(body, two), `${path}, chosen`).toEqual([]);
  }

  // A saving adds a subtotal and the saving itself to the amounts of an order.
  const saving = { name: "Summer offer", kind: "PER_TICKET", percentage: 30, events: [eventId] };
  await serviceClient.createPriceRule("discount", saving);
  await event.open(eventId);
  await event.choose("Stalls", 2);
  await event.reserveTickets();
  const surfaces: Record<string, readonly ShownAmount[]> = {};
  const visit = async (surface: string) => {
    const read = async () => {
      const amounts = await amountsOf(page.locator("body"));
      surfaces[surface] = amounts;
      return amounts.length;
    };
    await expect.poll(read).toBeGreaterThan(0);
  };
  await visit("details");
  await page.goto(`/${language}/cart`);
  await visit("cart");
  await page.goto(`/${language}/checkout`);
  await checkout.openPayment(buyer);
  await expect(checkout.payButton).toBeVisible();
  await visit("pay");
  const total = await checkout.total();
  expect(total).not.toBe(two);

  // The control: the same amounts as a shop would show them that hides its fees.
  for (const [planted, size] of [
    [two, "60px"],
    [money("2.60"), "10px"],
  ] as const) {
    const undo = await main.evaluateHandle(
      (main, [planted, size]) => {
        const row = Object.assign(document.createElement("p"), { textContent: planted });
        row.style.fontSize = size;
        main.append(row);
        return row;
      },
      [planted, size] as const,
    );
    expect(await faultsOf(page.locator("body"), total), planted).toHaveLength(1);
    await undo.evaluate((row) => row.remove());
  }

  await checkout.payWithGoodCard();
  await expect(tickets.heading).toBeVisible();
  await visit("order");
  await page.goto(`${new URL(page.url()).pathname}/receipt`);
  await visit("receipt");
  const { html } = await mailbox.messageTo(buyer.email);
  await page.goto("about:blank");
  await page.setContent(html);
  for (const [surface, amounts] of Object.entries(surfaces))
    expect(prominenceFaults(amounts, { total, parts }), surface).toEqual([]);
  // A message has no disclosures: there the parts are smaller than the total.
  expect(prominenceFaults(await amountsOf(page.locator("body")), { total }), "mail").toEqual([]);
});

async function metaOf(page: Page, property: string): Promise<string> {
  const content = await page.locator(`meta[property="${property}"]`).first().getAttribute("content");
  return (content ?? "").replaceAll(/\s/g, " ");
}
