import { expectAccessible } from "#e2e/support/accessibility.ts";
import { openCatalogue } from "#e2e/support/catalogue.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

const { inText, language, text } = words;

test.describe("What only a code opens", { tag: ["@purchase", "@service", "@phone-in-full"] }, () => {
  test("is not on sale: with the public tickets sold out, the list of those who wait is open, and a code still buys", async ({
    page,
    env,
    serviceClient,
    event,
    uniqueName,
  }, info) => {
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
      name: uniqueName("The Humorous Lieutenant"),
      ticketTypes: [
        { name: "Stalls", price: "20.00", minimumPerOrder: 2, maximumPerOrder: 8, maximumAllocation: 4 },
        { name: "Members", price: "10.00", codeRequired: true },
      ],
      capacity: 10,
    });
    const [[stalls = 0, members = 0] = []] = ticketTypeIds;
    const code = `LIEUTENANT${eventId}`;
    await serviceClient.call("POST", "/code", { text: code, kind: "BOOKING", ticketTypes: [members] });
    await serviceClient.reservePlaces(eventId, stalls, 4);

    const catalogue = openCatalogue(page, env);
    const listed = async () => (await catalogue.events()).find(({ id }) => id === eventId)?.saleStatus;
    await expect.poll(listed).toBe("SOLD_OUT");
    const [date] = await catalogue.datesOf(eventId);
    expect(date?.offers.map(({ availability }) => availability)).toEqual(["https://schema.org/SoldOut"]);

    await event.open(eventId);
    await expect(page.getByRole("heading", { name: text("Event.state.SOLD_OUT") })).toBeVisible();
    await expect(event.group("Members")).toContainText(text("Event.picker.withCode"));
    await expectAccessible(page, "an event that is sold out beside tickets with a code");
    await page.screenshot({ path: info.outputPath("1-sold-out.png"), fullPage: true });
    await page.getByRole("link", { name: text("Event.joinList") }).click();
    const quantity = page.getByLabel(text("WaitingList.quantity"));
    await expect(quantity.getByRole("option"), "as many as an offer can have").toHaveText(["2", "3", "4"]);
    await page.screenshot({ path: info.outputPath("2-waiting-list.png"), fullPage: true });

    await event.open(eventId, `?qty.${members}=1&code=${code}`);
    await expect(event.quantity("Members")).toHaveValue("1");
    await event.reserveTickets();
    await expect(page).toHaveURL(/\/checkout/);
  });

  test("is a presale while nothing is on sale to everybody: lists and the event say so, with its own price", async ({
    page,
    serviceClient,
    event,
    uniqueName,
    money,
  }, info) => {
    const name = uniqueName("The Wild Goose Chase");
    const { eventId } = await serviceClient.putOnSale({
      name,
      ticketTypes: [
        { name: "Stalls", price: "20.00", onSaleFrom: "2099-01-04T09:00:00.000+00:00" },
        { name: "Members", price: "10.00", codeRequired: true },
      ],
      dates: ["04-12-2099T19:30", "05-12-2099T19:30"],
    });
    await event.open(eventId);
    await expect(page.getByRole("heading", { name: text("Common.presale") })).toBeVisible();
    await expect(page.getByRole("radio", { name: text("Event.picker.presale") })).toHaveCount(2);
    await expect(page.getByText(inText("Event.picker.onSaleFrom")).first()).toBeVisible();
    await expect(page.getByText(money("10.00")).filter({ visible: true }).first()).toBeVisible();
    await expectAccessible(page, "an event with a presale");
    await page.screenshot({ path: info.outputPath("1-presale.png"), fullPage: true });

    const card = page.getByRole("article").filter({ hasText: name });
    const search = async () => {
      await page.goto(`/${language}/search?q=${encodeURIComponent(name)}`);
      return card.textContent();
    };
    await expect.poll(search).toContain(text("Common.presale"));
    // A list may leave the country of its only currency out.
    await expect(card).toContainText(/10[.,]00/);
    await expect(card).not.toContainText(/20[.,]00/);
    await page.screenshot({ path: info.outputPath("2-search.png"), fullPage: true });
  });
});
