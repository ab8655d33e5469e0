import { formFor, sendForm } from "#e2e/attacks/attack.ts";
import { locationOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { eventPage } from "#e2e/pages/event-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { language, text } = words;

/** So many places of a network need no proof of work in a quarter of an hour. */
const UNPROVEN = 20;

test("a place in a line is worked for with JavaScript; without it a network has twenty, and the page says what to do", {
  tag: ["@service", "@purchase", "@sandbox", "@once"],
}, async ({ page, browser, env, serviceClient, uniqueName, extraHTTPHeaders }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("Eastward Ho") });
  expect((await serviceClient.call("PUT", `/event/${eventId}`, { waitingRoom: true })).status).toBe(200);
  const line = `/${language}/events/${eventId}/line`;
  const join = page.getByRole("button", { name: text("WaitingRoom.join") });
  await page.clock.install();
  await expect(async () => {
    await page.goto(line);
    await expect(join).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await join.click();
  await expect(page.getByRole("heading", { level: 1, name: text("WaitingRoom.inside") })).toBeVisible();
  // Whoever chooses stays inside: the page of the tickets asks as well.
  await page.getByRole("link", { name: text("WaitingRoom.choose") }).click();
  await page.waitForURL(/\/tickets/);
  const asked = page.waitForRequest((request) => request.url().endsWith(`/api/line/${eventId}`));
  await expect(async () => {
    await page.clock.fastForward(60_000);
    await asked;
  }).toPass();

  const network = extraHTTPHeaders?.["X-Forwarded-For"] ?? "";
  const visitors = Array.from({ length: UNPROVEN + 1 }, () => openVisitor(env.address, network));
  const [first = openVisitor(env.address, network)] = visitors;
  const form = await formFor({ page, victim: first }, "takePlace", line);
  const landed: string[] = [];
  for (const visitor of visitors) landed.push(locationOf(await sendForm({ origin: env.address }, visitor, form)));
  expect(landed.filter((path) => path.endsWith("/line"))).toHaveLength(UNPROVEN);
  expect(landed.at(-1)).toMatch(/\/line\?refused=tooMany$/);

  const other = await browser.newPage();
  await other.goto(landed.at(-1) ?? "");
  await expect(other.getByRole("alert").getByText(text("WaitingRoom.tooMany"))).toBeVisible();
  await other.getByRole("button", { name: text("WaitingRoom.join") }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText(text("WaitingRoom.inLine", { place: UNPROVEN }));
  await other.close();

  // Continue works for the place behind it, and keeps the choice.
  const newcomer = await browser.newPage();
  await newcomer.goto(`/${language}/events/${eventId}/tickets`);
  await eventPage(newcomer).choose("General admission", 2);
  await eventPage(newcomer).continueButton.click();
  await newcomer.waitForURL(/\/line\?(?!.*refused)/);
  const behind = text("WaitingRoom.inLine", { place: UNPROVEN + 1 });
  await expect(newcomer.getByRole("heading", { level: 1 })).toHaveText(behind);
  await newcomer.close();
});
