import { declinePage } from "#e2e/pages/decline.ts";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { type ServiceClient, wallTime } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";
import { expect, PICTURES, test } from "./sheet.ts";

const { language } = words;
const REFUNDS = `/${language}/promoter/refunds`;
const FULL = { untilHoursBefore: 48, percentage: 100, keepsFee: false };

type Buyer = { readonly first: string; readonly reason: string; readonly card?: string; readonly tickets?: number };

/** Sells tickets of an event to a buyer, who asks for a refund. Returns the id of the request. */
async function ask(service: ServiceClient, ticketType: number, event: number, buyer: Buyer): Promise<number> {
  const { first, reason, card = "4111111111111111", tickets = 1 } = buyer;
  const post = async (path: string, body: object) => (await service.call("POST", path, body)).body;
  const reserved = await post("/reservation/", { event, tickets: [{ ticketType, quantity: tickets }] });
  const EMAIL = `${first.toLowerCase()}@example.com`;
  await post(`/cart/${reserved.multiSaleKey}/lock`, { FIRST_NAME: first, LAST_NAME: "Rangi", EMAIL });
  const creditCard = { name: first, number: card, expiryMonth: 12, expiryYear: 2099, cvv: "123" };
  await post(`/cart/${reserved.multiSaleKey}/payment`, { amount: tickets * 47.5, creditCard });
  const { body: sale } = await service.call("GET", `/payment/${reserved.key}`);
  const admissions = (sale.admissions as readonly { readonly id: number }[]).map(({ id }) => id);
  await post(`/order/${reserved.key}/refundRequest`, { admissions, reason });
  const { body: login } = await service.call("GET", "/user/login");
  const { id: account } = login.account as { readonly id: number };
  const { body: list } = await service.call("GET", `/account/${account}/refundRequests?state=OPEN`);
  const requests = list.requests as readonly { readonly id: number; readonly key: string }[];
  return requests.find(({ key }) => key === reserved.key)?.id ?? 0;
}

test.describe("Refund requests", PICTURES, () => {
  let request = 0;

  test.beforeEach(async ({ page, env, serviceClient, uniqueName }) => {
    const adult = { name: "Adult", price: "45.00", fee: "2.50" };
    const show = { name: uniqueName("The Last Boat Home"), ticketTypes: [adult], dates: [wallTime(30), wallTime(33)] };
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale(show);
    await serviceClient.call("PUT", `/event/${eventId}`, { refundPolicy: FULL });
    const asks = (buyer: Buyer) => ask(serviceClient, ticketTypeIds[0]?.[0] ?? 0, eventId, buyer);
    request = await asks({ first: "Aroha", reason: "We can’t come on Sunday after all.", tickets: 2 });
    const refused = await asks({ first: "Kiri", reason: "Our train was cancelled.", card: "4111111111111707" });
    await serviceClient.call("POST", `/refundRequest/${refused}/approve`, { fee: "returned" });
    const promoter = signInPage(page, env);
    await promoter.open();
    await promoter.signIn();
    await expect(promoter.greeting).toBeVisible();
  });

  test("requests for refunds", async ({ page }) => {
    await page.goto(REFUNDS);
  });

  test("past requests for refunds", async ({ page, serviceClient }) => {
    const reason = "The evening is sold out, and we can’t sell your seats again.";
    await serviceClient.call("POST", `/refundRequest/${request}/decline`, { reason });
    await page.goto(`${REFUNDS}?state=DECIDED`);
  });

  test("the reason for declining a refund", async ({ page }) => {
    const decline = declinePage(page);
    await page.goto(`${REFUNDS}/${request}/decline`);
    await untilHydrated(decline.preview);
    await decline.preview.click();
    await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  });

  test("what a buyer reads about a declined refund", async ({ page }) => {
    const decline = declinePage(page);
    await page.goto(`${REFUNDS}/${request}/decline`);
    await untilHydrated(decline.preview);
    await decline.reason.fill("The evening is sold out, and we can’t sell your seats again.");
    await decline.preview.click();
    await expect(decline.send).toBeVisible();
  });
});
