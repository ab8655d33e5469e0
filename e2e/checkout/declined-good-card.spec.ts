import { PNG } from "pngjs";
import { checkoutPage } from "#e2e/pages/checkout-page.ts";
import { pictureOf } from "#e2e/support/failure-pictures.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

/** The colour by which Playwright covers what a picture may not show. */
const COVER = [255, 0, 255];

test("a good card that is declined fails at once with the page's words, and a picture of that shows no card", {
  tag: ["@decline", "@purchase", "@once"],
}, async ({ page, env, anyTickets, buyer }) => {
  const checkout = checkoutPage(page, { ...env, goodCard: env.badCard });
  await anyTickets.reserve();
  await checkout.openPayment(buyer);
  await expect(checkout.payWithGoodCard()).rejects.toThrow(words.text("Pay.refusal.card_refused"));

  const [picture, plain] = [await pictureOf(page), await page.screenshot({ fullPage: true })].map((one) =>
    PNG.sync.read(one),
  );
  const scrolled = await page.evaluate(() => scrollY);
  for (const field of Object.values(checkout.card)) {
    const { x = 0, y = 0, width = 0, height = 0 } = (await field.boundingBox()) ?? {};
    const middle = { x: x + width / 2, y: y + height / 2 + scrolled };
    expect(colourAt(picture, middle)).toEqual(COVER);
    expect(colourAt(plain, middle), "the control").not.toEqual(COVER);
  }
});

/** Returns red, green and blue of a point of a picture. */
function colourAt(picture: PNG | undefined, { x, y }: { readonly x: number; readonly y: number }): readonly number[] {
  const { width = 0, data = Buffer.alloc(0) } = picture ?? {};
  const at = (Math.round(y) * width + Math.round(x)) * 4;
  return [...data.subarray(at, at + 3)];
}
