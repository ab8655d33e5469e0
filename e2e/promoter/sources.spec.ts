import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { sellByLinks } from "#e2e/support/sold-links.ts";
import { words } from "#e2e/support/words.ts";

// A trace would show the password.
test.use({ trace: "off" });

const { language, text } = words;
const SOURCES = `/${language}/promoter/reports/sources`;
/** A name that a visitor has put into an address. */
const FORMULA = '=HYPERLINK("https://evil.example")';

/** Returns the figures of the row of a source: opened, reserved, orders, tickets, revenue, orders for each page view. */
function figuresOf(page: Page, source: string) {
  const cells = page.getByRole("row").filter({ hasText: source }).getByRole("cell");
  return async () => (await cells.allInnerTexts()).map((figure) => figure.split("\n").at(-1));
}

test.describe("where sales come from", {
  tag: ["@service", "@promoter", "@sandbox", "@buys", "@phone-in-full"],
}, () => {
  for (const javaScriptEnabled of [true, false])
    test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
      test.use({ javaScriptEnabled });

      test("each link, embed and name has a row with what it opened, reserved and sold; page and file add up to all sales", async ({
        page,
        env,
        serviceClient,
        money,
        uniqueName,
      }) => {
        const sold = await sellByLinks(serviceClient, env, uniqueName("Regatta"));
        await sold.open({ ref: sold.ref }, 20);
        await sold.open({ embed: "longlight.example" }, 4);
        await sold.sell(2, { ref: sold.ref, utm: { source: "newsletter" } });
        await sold.sell(1, { ref: sold.ref.toUpperCase() });
        await sold.sell(1, { embed: "longlight.example" });
        await sold.sell(3, { ref: FORMULA });
        await sold.sell(1);
        await sold.sellAtBoxOffice(2);
        const promoter = signInPage(page, env);
        await promoter.open();
        await promoter.signIn();
        await page.getByRole("link", { name: text("Reports.sources") }).click();
        await expect(page.getByRole("heading", { level: 1, name: text("Reports.sources") })).toBeVisible();
        await page.getByLabel(text("Manage.event"), { exact: true }).selectOption(String(sold.eventId));
        await page.getByRole("button", { name: text("Reports.show") }).click();
        await page.waitForURL(new RegExp(`event=${sold.eventId}$`));

        const [one, three] = [money("45.00"), money("135.00")];
        for (const [source, figures] of [
          [sold.linkName, ["20", "3", "2", "3", three]],
          ["longlight.example", ["4", "1", "1", "1", one]],
          [FORMULA, ["0", "3", "1", "3", three]],
          [text("Reports.names.DIRECT"), ["–", "1", "1", "1", one]],
          [text("Reports.names.BOX_OFFICE"), ["–", "2", "1", "2", money("90.00")]],
        ] as const)
          await expect.poll(figuresOf(page, source), source).toEqual(figures);
        await expect(page.getByRole("rowheader", { name: sold.linkName })).toContainText(text("Reports.kinds.POSTER"));
        await expect(page.getByRole("row").last().getByRole("cell").nth(3)).toContainText("10");
        if (javaScriptEnabled) await expectAccessible(page, "where sales come from", ["main"]);

        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("link", { name: text("Reports.csv") }).click(),
        ]);
        const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
        const sums = lines.slice(1, -1).map((line) => line.split(",").slice(-5));
        const sumOf = (at: number) => sums.reduce((sum, cells) => sum + Number(cells[at]), 0);
        expect(lines.at(-1)?.split(",").slice(-6, -1).map(Number)).toEqual([24, ...[0, 1, 2, 3].map(sumOf)]);
        expect([0, 1, 2, 3].map(sumOf)).toEqual([10, 6, 10, 450]);
        expect(lines.filter((line) => line.startsWith(`"'=HYPERLINK(`))).toHaveLength(1);
        expect(lines.filter((line) => /^"?[=+@-]/.test(line))).toEqual([]);

        await page.goto(SOURCES);
        // Of all events, with the orders for each page view.
        await expect.poll(figuresOf(page, sold.linkName)).toEqual(["20", "3", "2", "3", three, "10%"]);
        await page.goto(`${SOURCES}?time=from&from=2020-01-01&event=${sold.eventId}`);
        await expect.poll(figuresOf(page, sold.linkName)).toHaveLength(5);
        await expect(page.getByLabel(text("Reports.from"), { exact: true })).toHaveValue("2020-01-01");
        await page.goto(`${SOURCES}?time=from&from=2020-01-01&to=2020-12-31&event=${sold.eventId}`);
        await expect(page.getByRole("heading", { name: text("Reports.none") })).toBeVisible();
        await expect(page.getByLabel(text("Reports.to"), { exact: true })).toHaveValue("2020-12-31");
        await page.goto(`${SOURCES}?event=999999999999`);
        await expect(page.getByRole("heading", { name: text("Manage.nothingHere") })).toBeVisible();
      });
    });

  test("who may read reports alone is led to the figures, also of an event that is off sale, and sees no way to create a link", async ({
    page,
    env,
    serviceClient,
    uniqueName,
  }) => {
    const sold = await sellByLinks(serviceClient, env, uniqueName("Regatta"));
    await sold.sell(1, { ref: sold.ref });
    const reader = await sold.createReader();
    const promoter = signInPage(page, env);
    await promoter.open();
    await promoter.signIn(reader.user, reader.password);
    await expect(page.getByRole("heading", { level: 1, name: text("Reports.sources") })).toBeVisible();
    await page.goto(`/${language}/promoter/reports`);
    await expect(page).toHaveURL(new RegExp(`${SOURCES}$`));
    await serviceClient.call("PUT", `/event/${sold.eventId}/publish/false`, {});
    await page.goto(`${SOURCES}?event=${sold.eventId}`);
    await expect.poll(figuresOf(page, sold.linkName)).toHaveLength(5);
    await expect(page.getByLabel(text("Manage.event"), { exact: true })).toHaveValue(String(sold.eventId));
    await expect(page.getByRole("link", { name: text("Reports.create") })).toHaveCount(0);
  });
});

test.describe("a partner's page", { tag: ["@service", "@sandbox", "@buys", "@phone-in-full"] }, () => {
  test("shows what its link opened and sold, the revenue where it is ticked, no buyer, and nothing once its key has ended", async ({
    page,
    env,
    request,
    serviceClient,
    money,
    uniqueName,
  }) => {
    const sold = await sellByLinks(serviceClient, env, uniqueName("Regatta"));
    await sold.open({ ref: sold.ref }, 1_204);
    await sold.sell(2, { ref: sold.ref });
    await sold.sell(5, { ref: "another" });
    const key = await sold.partnerKey(false);
    const path = `/${language}/partner/${key}`;
    const answer = await page.goto(path);
    const figures = page.getByRole("main").getByRole("definition");
    await expect(page.getByRole("heading", { level: 1, name: sold.linkName })).toBeVisible();
    await expect(figures, "in all, and of today").toHaveText(["1,204", "1", "2", "1,204", "1", "2"]);
    await expectAccessible(page, "a partner's page");
    expect(await page.content()).not.toMatch(/Jonson|ben@example/);
    expect(answer?.headers()).toMatchObject({
      "cache-control": "private, no-store",
      "referrer-policy": "same-origin",
      "x-robots-tag": "noindex, nofollow",
    });
    expect((await answer?.text()) ?? "").toMatch(/<meta name="robots" content="noindex, nofollow"/);

    const withRevenue = `/${language}/partner/${await sold.partnerKey(true)}`;
    await page.goto(withRevenue);
    await expect(figures).toHaveText(["1,204", "1", "2", money("90.00"), "1,204", "1", "2", money("90.00")]);
    await serviceClient.call("PUT", `/link/${sold.linkId}`, { version: 1, ended: true });
    await page.reload();
    await expect(page.getByText(words.like("PartnerPage.ended"))).toBeVisible();
    await expect(figures).toHaveCount(8);

    for (const ended of [path, `/${language}/partner/${"A".repeat(26)}`, `/${language}/partner/x`]) {
      expect((await page.goto(ended))?.status(), ended).toBe(404);
      await expect(page.getByRole("heading", { level: 1, name: text("LinkEnded.title") })).toBeVisible();
    }
    await serviceClient.call("DELETE", `/link/${sold.linkId}/partner`);
    expect((await request.get(withRevenue)).status()).toBe(404);
  });

  test("is opened at most 120 times in a quarter of an hour by a network, and by others all the same", {
    tag: "@once",
  }, async ({ request, env, serviceClient, uniqueName }) => {
    const sold = await sellByLinks(serviceClient, env, uniqueName("Regatta"));
    const path = `/${language}/partner/${await sold.partnerKey(false)}`;
    const open = (network: string) => request.get(path, { headers: { "X-Forwarded-For": network } });
    const answers = await Promise.all(Array.from({ length: 130 }, () => open("198.51.100.7")));
    const statuses = Map.groupBy(answers, (answer) => answer.status());
    expect([statuses.get(200)?.length, statuses.get(429)?.length]).toEqual([120, 10]);
    expect(await statuses.get(429)?.[0]?.text()).toContain(text("PartnerPage.tooManyText"));
    expect((await open("203.0.113.9")).status(), "the control").toBe(200);
  });
});
