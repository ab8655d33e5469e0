import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "#e2e/support/fixtures.ts";
import { openPromoterPage } from "#e2e/support/promoter-page.ts";
import { contextOptions, sendBasicAcrossSites } from "#e2e/support/target/network.ts";

const LOGIN = { basicLogin: { user: "uat", password: "open: sesame" } };
const BASIC = `Basic ${Buffer.from("uat:open: sesame").toString("base64")}`;

async function serve(answer: RequestListener) {
  const server = createServer(answer);
  server.listen(0, "localhost");
  await once(server, "listening");
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { address: `http://localhost:${(server.address() as AddressInfo).port}`, close };
}

test("the HTTP Basic login accompanies what a page embeds, and no redirect to another host", {
  tag: ["@sandbox", "@once"],
}, async ({ browser, env: target }) => {
  const elsewhere: Record<string, string | undefined> = {};
  const other = await serve(({ url = "", headers }, response) => {
    elsewhere[url] = headers.authorization;
    response.writeHead(200, { "Access-Control-Allow-Origin": "*", "Content-Type": "text/javascript" }).end();
  });
  const shop = await serve(({ url = "", headers }, response) => {
    const isKnown = headers.authorization === BASIC;
    response.setHeader("Access-Control-Allow-Origin", "*");
    if (!isKnown) response.writeHead(401, { "WWW-Authenticate": 'Basic realm="test system"' });
    else if (url.startsWith("/moved")) response.writeHead(302, { Location: `${other.address}${url}` });
    else response.writeHead(200, { "Content-Type": "text/html" });
    response.end(isKnown ? "The storefront" : "Refused");
  });
  const promoter = await openPromoterPage({
    "/": {
      html: `<iframe src="${shop.address}/frame"></iframe><iframe src="${shop.address}/moved-frame"></iframe>
        <script type="module" src="${shop.address}/moved-script"></script>`,
    },
  });
  const env = { ...target, ...LOGIN, address: shop.address };
  const context = await browser.newContext(contextOptions(env));
  const page = await context.newPage();
  await sendBasicAcrossSites(page, env);

  await page.goto(promoter.unregistered);
  await expect(page.frameLocator("iframe").first().getByText("The storefront")).toBeVisible();
  await page.goto(`${shop.address}/moved-page`);
  await expect
    .poll(() => elsewhere)
    .toEqual({ "/moved-frame": undefined, "/moved-script": undefined, "/moved-page": undefined });
  await page.goto(`${shop.address}/page`);
  await expect(page.getByText("The storefront")).toBeVisible();

  await context.close();
  for (const { close } of [promoter, shop, other]) await close();
});
