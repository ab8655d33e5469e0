import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";

const { shop, promoter, place, putOn, reserve, close } = await openShop();
test.after(close);

const POLICY = { untilHoursBefore: 48, percentage: 50, keepsFee: true };
const MAP = "https://www.openstreetmap.org/?mlat=-41.27&mlon=173.28";

test("cart, receipt and admission name the doors, the section's door, the map, the age limit and the policy", async () => {
  const on = await putOn();
  await promoter("PUT", `/event/${on.event}`, { ageLimit: "16+", refundPolicy: POLICY });
  await promoter("PUT", `/eventDate/${on.date}`, { doors: "04-12-2099T18:45" });
  await promoter("PUT", `/venue/${place.venue}`, { mapUrl: MAP });
  await promoter("PUT", `/venueSection/${place.stalls}`, { door: "Door 2" });
  const made = await reserve(shop, on, 1);
  const [key, cart] = [String(at(made, "key")), String(at(made, "multiSaleKey"))];
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  await shop("POST", `/cart/${cart}/payment`, { amount: 47.5, creditCard: CARD });

  const doors = "2099-12-04T18:45:00.000+13:00";
  const section = { id: place.stalls, name: "Stalls", link: `/v2/venueSection/${place.stalls}`, door: "Door 2" };
  const receipt = await shop("GET", `/payment/${key}`);
  const read = await shop("GET", `/cart/${cart}`);
  for (const [answered, path] of [[receipt, []] as const, [read, ["sales", 0]] as const]) {
    assert.equal(at(answered, ...path, "eventDates", 0, "doors"), doors);
    assert.equal(at(answered, ...path, "venue", "mapUrl"), MAP);
    assert.equal(at(answered, ...path, "ageLimit"), "16+");
    assert.deepEqual(at(answered, ...path, "refundPolicy"), POLICY);
  }
  assert.deepEqual(at(read, "sales", 0, "items", 0, "venueSection"), section);

  const id = at(receipt, "admissions", 0, "id");
  const admission = await shop("GET", `/admission/${id}`, undefined, { "Sale-Key": key });
  assert.equal(at(admission, "eventDate", "doors"), doors);
  assert.equal(at(admission, "venue", "mapUrl"), MAP);
  assert.equal(at(admission, "ageLimit"), "16+");
  assert.deepEqual(at(admission, "venueSection"), section);
});
