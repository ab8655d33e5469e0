import { checkoutPage } from "#e2e/pages/checkout-page.ts";
import { eventPage } from "#e2e/pages/event-page.ts";
import { ticketPage } from "#e2e/pages/ticket-page.ts";
import { expect, test } from "#e2e/support/other-storefront-test.ts";
import { scriptlessBuyer } from "#e2e/support/scriptless-buyer.ts";
import { words } from "#e2e/support/words.ts";

const { text } = words;
const PLACES = 20;

test.use({ plain: true });

test.describe("A service with the interface alone loses its answers", {
  tag: ["@once", "@purchase", "@sandbox"],
}, () => {
  test("P05, P11: reserve, lock and pay without an answer: one reservation, one charge, one order", async ({
    page,
    shop,
    env,
    uniqueName,
  }) => {
    test.slow();
    const [event, checkout, tickets] = [eventPage(page), checkoutPage(page, env), ticketPage(page)];
    const onSale = shop.putOnSale(uniqueName("The Lost Letter"), "23.45", PLACES);
    const left = () => shop.service.placesLeft(onSale.type.id);
    const mayBeReserved = page.getByText(text("Cart.refusal.maybe_reserved"));

    await page.goto(`${shop.address}/en/events/${onSale.eventId}`);
    await event.choose("Stalls", 2);
    shop.service.fail(/^POST \/reservation/, "lost");
    // A read is sent twice.
    shop.service.fail(/^GET \/cart\/\w/, "down");
    shop.service.fail(/^GET \/cart\/\w/, "down");
    await event.continueButton.click();
    await expect(mayBeReserved).toBeVisible();
    await expect(event.continueButton).toBeHidden();
    expect(left()).toBe(PLACES - 2);

    await page.goto(`${shop.address}/en/events/${onSale.eventId}?qty.${onSale.type.id}=2`);
    await event.reserveTickets();
    // The control is the number of places: a second reservation would have taken two more.
    expect(left()).toBe(PLACES - 2);
    await expect(page.getByRole("main")).toContainText("Stalls");

    shop.service.fail(/^POST \/cart\/\w+\/lock/, "unreadable");
    await checkout.submitDetails({ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" });
    await expect(checkout.payButton).toHaveAccessibleName("Pay NZ$46.90");
    await checkout.payWith(env.badCard.number);
    await expect(checkout.declined).toBeFocused();
    expect(shop.captures(["46.90"])).toEqual([]);
    shop.service.fail(/^POST \/cart\/\w+\/payment/, "lost");
    await checkout.payWithGoodCard();
    await expect(tickets.codes).toHaveCount(2);
    expect(shop.captures(["46.90"])).toEqual(["46.90"]);
    expect(left()).toBe(PLACES - 2);
  });

  test("without script two submissions at once reserve once; the control reserves twice", async ({
    page,
    shop,
    env,
    playwright,
    uniqueName,
  }) => {
    const onSale = shop.putOnSale(uniqueName("The Double"), "12.34", PLACES);
    const left = () => shop.service.placesLeft(onSale.type.id);
    const buyer = async () =>
      scriptlessBuyer(
        await playwright.request.newContext({ baseURL: shop.address }),
        { ...env, address: shop.address },
        page,
      );
    const reserve = async (one: Awaited<ReturnType<typeof buyer>>) => {
      return (await one.reserve(onSale.eventId, onSale.type.id, 2)).path;
    };
    const one = await buyer();
    // A browser that has sent a form has a cookie.
    await one.reserve(onSale.eventId, onSale.type.id, 0);
    expect(await Promise.all([reserve(one), reserve(one)])).toEqual(["/en/checkout", "/en/checkout"]);
    expect(left()).toBe(PLACES - 2);
    const others = [await buyer(), await buyer()];
    expect(await Promise.all(others.map(reserve))).toEqual(["/en/checkout", "/en/checkout"]);
    expect(left()).toBe(PLACES - 6);
    await Promise.all([one, ...others].map((each) => each.dispose()));
  });
});
