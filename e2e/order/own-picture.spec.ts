import type { Locator } from "@playwright/test";
import sharp from "sharp";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { required } from "#e2e/support/target/env.ts";
import { words } from "#e2e/support/words.ts";

// A trace would show the password.
test.use({ trace: "off" });

const { language, text } = words;

/** Scaled copies of one picture are far above it, other pictures below 0.5. */
const ALIKE = 0.9;
/** The part of a share card, 1200 by 630 pixels, that is the picture. */
const ON_CARD = { left: 0, top: 0, width: 400, height: 630 };

test("an organiser's picture is on list, event, cart, pay page, order, PDF, mail, share card and printed poster", {
  tag: ["@sandbox", "@service", "@purchase", "@mail", "@promoter", "@buys", "@in-full"],
}, async ({ page, env, serviceClient, uniqueName, event, cart, buyer, checkout, tickets, mailbox }) => {
  test.slow();
  const heroImageUrl = `${new URL(required(env, "service")).origin}/pictures/demo/matinee.jpg`;
  const original = await (await page.request.get(heroImageUrl)).body();
  const { eventId, name } = await serviceClient.putOnSale({ name: uniqueName("Curtain Up") });
  expect((await serviceClient.call("PUT", `/event/${eventId}`, { heroImageUrl })).status).toBe(200);

  const shows = async (where: string, image: Locator) => {
    await image.scrollIntoViewIfNeeded();
    const address = await image.evaluate(async (one: HTMLImageElement) => {
      await one.decode();
      return one.currentSrc;
    });
    const shown = await (await page.request.get(address)).body();
    expect(await similarity(shown, original), where).toBeGreaterThan(ALIKE);
  };

  await page.goto(`/${language}/events/${eventId}`);
  await shows("event", page.locator("main picture img").first());
  await page.goto(`/${language}/search?q=${encodeURIComponent(name)}`);
  await shows("list", page.getByRole("article").filter({ hasText: name }).locator("img"));

  await page.goto(`/${language}/events/${eventId}`);
  const card = await page.locator('meta[property="og:image"]').first().getAttribute("content");
  const onCard = sharp(await (await page.request.get(card ?? "")).body()).extract(ON_CARD);
  expect(await similarity(await onCard.png().toBuffer(), original), "share card").toBeGreaterThan(ALIKE);

  await event.choose("General admission", 1);
  await event.reserveTickets();
  await cart.open();
  await shows("cart", cart.event(name).locator("img"));
  await cart.checkOut.click();
  await page.waitForURL(/\/checkout$/);
  await checkout.submitDetails(buyer);
  await shows("pay page", page.locator("main picture img").first());
  await checkout.payWithGoodCard();
  await expect(tickets.heading).toBeVisible();
  await shows("order", page.locator("main picture img").first());

  const href = await page.getByRole("link", { name: text("Sale.pdf") }).getAttribute("href");
  const [printed = Buffer.alloc(0)] = jpegsIn(await (await page.request.get(href ?? "")).body());
  expect(await similarity(printed, original), "PDF").toBeGreaterThan(ALIKE);

  const { attachments, html } = await mailbox.messageTo(buyer.email, { subject: name });
  const attached = attachments.find(({ contentType }) => contentType === "image/jpeg")?.contentBase64 ?? "";
  expect(await similarity(Buffer.from(attached, "base64"), original), "mail").toBeGreaterThan(ALIKE);
  // The catcher puts an attached picture into the HTML that names it.
  expect(html).toContain(`<img src="data:image/jpeg;base64,${attached.slice(0, 100)}`);
  expect(html).not.toMatch(/<img[^>]*src="(?!data:)/);

  const promoter = signInPage(page, env);
  await promoter.open();
  await promoter.signIn();
  await expect(promoter.greeting).toBeVisible();
  const poster = await page.request.get(`/${language}/promoter/share/poster?for=event:${eventId}&format=a4`);
  const [onPoster = Buffer.alloc(0)] = jpegsIn(await poster.body());
  expect(await similarity(onPoster, original), "printed poster").toBeGreaterThan(ALIKE);
});

const SIDE = 24;

/**
 * Returns how much one picture looks like another one that was scaled and cropped to its shape: 1 for the same, about 0
 * for unlike ones. It is the correlation of their pixels at 24 by 24.
 */
async function similarity(shown: Buffer, original: Buffer): Promise<number> {
  const { width = 1, height = 1 } = await sharp(shown).metadata();
  const cropped = await sharp(original).resize({ width, height, fit: "cover" }).toBuffer();
  const [one, other] = await Promise.all([pixelsOf(shown), pixelsOf(cropped)]);
  const [meanOne, meanOther] = [mean(one), mean(other)];
  const sum = (of: (at: number) => number) => one.reduce((total, _, at) => total + of(at), 0);
  const a = (at: number) => (one[at] ?? 0) - meanOne;
  const b = (at: number) => (other[at] ?? 0) - meanOther;
  return sum((at) => a(at) * b(at)) / Math.sqrt(sum((at) => a(at) ** 2) * sum((at) => b(at) ** 2));
}

/** Returns the JPEG files in a PDF, which has them as they are. */
function jpegsIn(pdf: Buffer): readonly Buffer[] {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/\/DCTDecode[\s\S]*?stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, bytes = ""]) =>
    Buffer.from(bytes, "latin1"),
  );
}

async function pixelsOf(picture: Buffer): Promise<readonly number[]> {
  const size = { width: SIDE, height: SIDE, fit: "fill" } as const;
  return [...(await sharp(picture).resize(size).removeAlpha().toColourspace("srgb").raw().toBuffer())];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
