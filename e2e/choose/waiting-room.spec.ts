import { createHash } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { cartPage } from "#e2e/pages/cart-page.ts";
import { eventPage } from "#e2e/pages/event-page.ts";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

// A trace would show the promoter's password.
test.use({ trace: "off" });

const { language, text } = words;

const lineOf = (eventId: number) => `/${language}/events/${eventId}/line`;
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const NEXT = text("WaitingRoom.inLine", { place: 1 });
const TURN = text("WaitingRoom.inside");

type Draw = {
  readonly seedHash: string;
  readonly seed?: string;
  readonly ids?: readonly string[];
  readonly networks?: readonly string[];
};

async function drawOf(page: Page, eventId: number): Promise<Draw> {
  return (await page.request.get(`/api/line/${eventId}/draw`)).json();
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Joins from the event's page. */
async function join(page: Page, eventId: number): Promise<void> {
  await page.goto(`/${language}/events/${eventId}`);
  await page.getByRole("link", { name: text("WaitingRoom.enter"), exact: true }).click();
  await page.getByRole("button", { name: text("WaitingRoom.join") }).click();
  await expect(heading(page, text("WaitingRoom.gathering"))).toBeVisible();
}

test.describe("A waiting room", { tag: ["@service", "@purchase", "@sandbox"] }, () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`draws places at the start, lets visitors in by turns, and the page moves on by itself ${javaScriptEnabled ? "with" : "without"} JavaScript`, {
      tag: javaScriptEnabled ? "@phone-in-full" : "@in-full",
    }, async ({ browser, env, serviceClient, uniqueName }) => {
      test.slow();
      const soon = new Date(Date.now() + 30 * 60_000).toISOString();
      const ticketTypes = [{ name: "Floor", price: "20.00", onSaleFrom: soon }];
      const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("Volpone"), ticketTypes });
      const type = ticketTypeIds[0]?.[0] ?? 0;
      expect((await serviceClient.call("PUT", `/event/${eventId}`, { waitingRoom: true })).status).toBe(200);

      const contexts: BrowserContext[] = [];
      const newPage = async () => {
        const context = await browser.newContext({ baseURL: env.address, javaScriptEnabled });
        contexts.push(context);
        return context.newPage();
      };
      const visitors = [await newPage(), await newPage(), await newPage()];
      const [first = await newPage()] = visitors;
      await expect(async () => {
        await first.goto(`/${language}/events/${eventId}`);
        await expect(first.getByRole("link", { name: text("WaitingRoom.enter"), exact: true })).toBeVisible();
      }).toPass();
      for (const page of visitors) await join(page, eventId);
      const third = visitors.at(-1) ?? first;
      await expect(third.getByText(text("WaitingRoom.waiting", { count: 3 }), { exact: true })).toBeVisible();
      await expect(first.getByRole("timer")).toBeVisible({ visible: javaScriptEnabled });
      if (javaScriptEnabled) await expectAccessible(first, "a waiting room before the sale");
      const before = await drawOf(first, eventId);
      expect(Object.keys(before)).toEqual(["seedHash"]);

      const past = new Date(Date.now() - 60_000).toISOString();
      expect((await serviceClient.call("PUT", `/ticketType/${type}`, { onSaleFrom: past })).status).toBe(200);
      await expect(async () => {
        await first.reload();
        await expect(heading(first, text("WaitingRoom.gathering"))).toBeHidden({ timeout: 100 });
      }).toPass();
      for (const page of visitors) await page.goto(lineOf(eventId));

      const { seedHash, seed = "", ids = [], networks = [] } = await drawOf(first, eventId);
      expect(seedHash).toBe(before.seedHash);
      expect(sha256(seed)).toBe(seedHash);
      expect(ids).toHaveLength(3);
      expect(ids).toEqual(ids.toSorted((one, other) => (sha256(seed + one) < sha256(seed + other) ? -1 : 1)));
      // One number for the network of all three, and no address.
      expect(networks).toHaveLength(3);
      expect(new Set(networks).size).toBe(1);
      expect(networks[0]).toMatch(/^[0-9a-f]{16}$/);
      const byPlace: Page[] = [];
      for (const id of ids)
        for (const page of visitors) if ((await page.getByText(id, { exact: true }).count()) > 0) byPlace.push(page);
      const [one = first, two = first, three = first] = byPlace;
      for (const page of [one, two]) await expect(heading(page, TURN)).toBeVisible();
      await expect(heading(three, NEXT)).toBeVisible();
      await expect(three).toHaveTitle(new RegExp(`^${NEXT}`));
      await expect(three.getByText(text("WaitingRoom.next"))).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(three, "a place in line");

      // The place is the same in another tab, and Continue leads a newcomer behind it, with their choice.
      const tab = await three.context().newPage();
      await tab.goto(lineOf(eventId));
      await expect(heading(tab, NEXT)).toBeVisible();
      await tab.close();
      const newcomer = await newPage();
      await newcomer.goto(`/${language}/events/${eventId}/tickets`);
      if (javaScriptEnabled) await eventPage(newcomer).choose("Floor", 2);
      else await newcomer.locator(`[name="qty.${type}"]:visible`).fill("2");
      await eventPage(newcomer).continueButton.click();
      await newcomer.waitForURL(new RegExp(`/line\\?.*qty\\.${type}=2`));
      await expect(heading(newcomer, text("WaitingRoom.inLine", { place: 2 }))).toBeVisible();

      // Who knows the number of a place but lacks its cookie is outside.
      const stranger = await newPage();
      await stranger.goto(`${lineOf(eventId)}?id=${ids[0]}`);
      await expect(heading(stranger, text("WaitingRoom.joinTitle"))).toBeVisible();
      await expect(stranger).toHaveTitle(new RegExp(`^${text("WaitingRoom.joinTitle")} · `));

      const copied = await one.context().cookies();
      await one.getByRole("link", { name: text("WaitingRoom.choose") }).click();
      if (javaScriptEnabled) await eventPage(one).choose("Floor", 1);
      else await one.locator(`[name="qty.${type}"]:visible`).fill("1");
      await eventPage(one).continueButton.click();
      await one.waitForURL(/\/checkout$/);

      // One who is in has reserved, so the next comes in: their page says so without a reload by hand.
      await expect(heading(three, TURN)).toBeVisible({ timeout: 30_000 });
      await expect(three).toHaveTitle(new RegExp(`^${TURN}`));
      await expect(heading(newcomer, NEXT)).toBeVisible({ timeout: 30_000 });

      // A used pass is worth nothing, also with its cookie in another browser: who comes with it is behind all others.
      const last = text("WaitingRoom.inLine", { place: 2 });
      const replay = await newPage();
      await replay.context().addCookies(copied);
      await replay.goto(`/${language}/events/${eventId}/tickets`);
      if (javaScriptEnabled) await eventPage(replay).choose("Floor", 1);
      else await replay.locator(`[name="qty.${type}"]:visible`).fill("1");
      await eventPage(replay).continueButton.click();
      await replay.waitForURL(/\/line\?/);
      await expect(heading(replay, last)).toBeVisible();

      // Nor does what was removed come back without a turn, of which a copy would reserve once more.
      await cartPage(one).open();
      await cartPage(one).empty();
      await cartPage(one).undo.click();
      await one.waitForURL(/\/line\?/);
      await expect(heading(one, text("WaitingRoom.inLine", { place: 3 }))).toBeVisible();
      for (const context of contexts) await context.close();
    });
  }

  test("is switched on and off by the promoter; while nobody waits, Continue reserves at once", {
    tag: ["@promoter", "@phone-in-full"],
  }, async ({ page, env, serviceClient, event, uniqueName }) => {
    const name = uniqueName("Bartholomew Fair");
    const { eventId } = await serviceClient.putOnSale({ name });
    const promoter = signInPage(page, env);
    await promoter.open();
    await promoter.signIn();
    await expect(promoter.greeting).toBeVisible();
    await page.goto(`/${language}/promoter/events?q=${encodeURIComponent(name)}`);
    await page.getByRole("button", { name: text("Promoter.waitingRoomOn") }).click();
    await expect(page.getByRole("button", { name: text("Promoter.waitingRoomOff") })).toBeVisible();
    expect((await serviceClient.call("GET", `/event/${eventId}`)).body.waitingRoom).toBe(true);

    await event.open(eventId);
    await event.choose("General admission", 1);
    await event.reserveTickets();

    await page.goto(`/${language}/promoter/events?q=${encodeURIComponent(name)}`);
    await page.getByRole("button", { name: text("Promoter.waitingRoomOff") }).click();
    await expect(page.getByRole("button", { name: text("Promoter.waitingRoomOn") })).toBeVisible();
  });
});
