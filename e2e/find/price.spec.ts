import type { Page } from "@playwright/test";
import { formFor, sendForm } from "#e2e/attacks/attack.ts";
import { locationOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { ADA } from "#e2e/pages/checkout-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { textOf } from "#e2e/support/page-text.ts";
import { extractParts } from "#e2e/tools/extract-parts.ts";

const PDF_BYTES_MAX = 10_000_000;

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
      const groupId = await serviceClient.publishGroup({ name: `${name} group`, events: [eventId] });
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
      for (const [type, { shown }, count] of [
        ["Stalls", stalls, 1],
        ["Circle", circle, 2],
      ] as const)
        expect(pdf.split(`${type} · ${shown}`), `${type} in the PDF`).toHaveLength(count + 1);
      expect(bare(pdf)).toEqual([]);
    }
  },
);

async function metaOf(page: Page, property: string): Promise<string> {
  const content = await page.locator(`meta[property="${property}"]`).first().getAttribute("content");
  return (content ?? "").replaceAll(/\s/g, " ");
}
