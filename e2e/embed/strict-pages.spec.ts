import { createHash } from "node:crypto";
import type { Browser } from "@playwright/test";
import { element } from "#e2e/pages/embedding-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { openPromoterPage } from "#e2e/support/promoter-page.ts";
import { sendBasicAcrossSites } from "#e2e/support/target/network.ts";
import { words } from "#e2e/support/words.ts";
import { clickHydrated } from "#e2e/tools/click-hydrated.ts";

// A custom header would turn the cross-origin requests of a promoter's page into preflighted ones.
test.use({ extraHTTPHeaders: {} });

const { language, text, like } = words;
const SANDBOX = "allow-scripts allow-same-origin allow-forms allow-top-navigation-by-user-activation";
const PINNED = "embed@1.2.0.js";

/** Pages of promoters with strict policies, each at an origin of its own. */
function strictPages(shop: string, eventId: number, integrity: string) {
  const html = element(shop, eventId).html.replace(/<script>[\s\S]*?<\/script>/, "");
  const withNonce = html.replace("<script ", '<script nonce="of-this-visit" ');
  const policy = (...directives: readonly string[]) => ({ "Content-Security-Policy": directives.join("; ") });
  const dynamic = policy(
    "default-src 'none'",
    "script-src 'nonce-of-this-visit' 'strict-dynamic'",
    `frame-src ${shop}`,
  );
  return {
    nonce: { html: withNonce, headers: dynamic },
    origins: {
      html,
      headers: policy(
        "default-src 'none'",
        `script-src ${shop}`,
        `frame-src ${shop}`,
        "require-trusted-types-for 'script'",
      ),
    },
    pinned: {
      html: html.replace("<script ", `<script crossorigin integrity="${integrity}" `).replace("embed.js", PINNED),
      headers: {
        ...policy(`default-src ${shop}`, `sandbox ${SANDBOX}`),
        "Cross-Origin-Embedder-Policy": "require-corp",
        "Cross-Origin-Opener-Policy": "same-origin",
      },
    },
    /** The control: the script is not given the nonce. */
    withoutNonce: { html, headers: dynamic },
  };
}

/** Reserves a ticket on a promoter's page, in a browser of its own. */
async function reserveOn(browser: Browser, address: string, shop: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(address);
  const frame = page.frameLocator("foyer-tickets iframe");
  const more = frame.getByRole("button", { name: like("Event.picker.more") });
  await clickHydrated(more.and(frame.locator(":not([aria-disabled=true])")).first());
  await expect(frame.getByText(like("Event.picker.chosen"))).toBeVisible();
  await frame.getByRole("button", { name: text("Event.picker.reserve"), exact: true }).click();
  await page.waitForURL(`${shop}/${language}/checkout`);
  await context.close();
}

test("three pages with strict policies sell at once: by a nonce, by origins, and pinned in a sandbox", {
  tag: ["@purchase", "@service", "@once", "@sandbox"],
}, async ({ browser, page, env, serviceClient, uniqueName }) => {
  test.slow();
  await sendBasicAcrossSites(page, env);
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("The Strict") });
  const type = ticketTypeIds[0]?.[0] ?? 0;
  const pinned = await (await page.request.get(`/${PINNED}`)).body();
  const integrity = `sha384-${createHash("sha384").update(pinned).digest("base64")}`;
  const { withoutNonce, ...strict } = strictPages(env.address, eventId, integrity);
  const sites = await Promise.all(Object.values(strict).map((one) => openPromoterPage({ "/": one })));
  await Promise.all(sites.map(({ registered }) => reserveOn(browser, registered, env.address)));
  expect(await serviceClient.placesLeft(type)).toBe(97);

  const control = await openPromoterPage({ "/": withoutNonce });
  await page.goto(control.registered);
  await expect(page.getByRole("link", { name: "Buy tickets" })).toBeVisible();
  await expect(page.locator("foyer-tickets iframe")).toHaveCount(0);
  await Promise.all([...sites, control].map(({ close }) => close()));
});
