import assert from "node:assert/strict";
import test from "node:test";
import { createApp } from "#src/app.ts";
import { testDatabase } from "#test/cluster.ts";
import { testRuntime } from "#test/runtime.ts";
import { openTestApp, signedIn, TEST_PASSWORD } from "#test/test-app.ts";

const { db, drop } = await testDatabase();
const runtime = testRuntime(db);
const { app: first } = await openTestApp(runtime);
const OWNER = "promoter";
test.after(async () => {
  await first.close();
  await drop();
});

type Way = (network: number) => { readonly remoteAddress: string; readonly headers?: Readonly<Record<string, string>> };

const STOREFRONT = { "x-storefront-authorization": signedIn("shop") };
const direct: Way = (network) => ({ remoteAddress: `198.51.100.${network}` });
const throughStorefront: Way = (network) => ({
  remoteAddress: "192.0.2.1",
  headers: { ...STOREFRONT, "x-visitor-network": `10.0.${network}.0/24` },
});
/** Names networks without the credential of a storefront. */
const pretending: Way = (network) => ({
  remoteAddress: "192.0.2.1",
  headers: { "x-visitor-network": `10.0.${network}.0/24` },
});
const pretendingWithOwnCredential: Way = (network) => ({
  remoteAddress: "192.0.2.1",
  headers: { ...pretending(network).headers, "x-storefront-authorization": signedIn("no such shop", "guess") },
});

/** Sends a hundred wrong passwords from as many networks to a service that has just started, and then the right one. */
async function besiege(way: Way) {
  const app = createApp(runtime);
  const ask = async (network: number, password: string) => {
    const { headers, remoteAddress } = way(network);
    const authorization = signedIn(OWNER, password);
    const json = { "content-type": "application/json", accepts: "application/json" };
    const url = "/v2/user/login";
    const { statusCode } = await app.inject({ url, remoteAddress, headers: { ...json, authorization, ...headers } });
    return statusCode;
  };
  const guesses = Array.from({ length: 100 }, (_, at) => ask(at, `guess ${at}`));
  const owner = await ask(200, TEST_PASSWORD);
  const statuses = await Promise.all(guesses);
  await app.close();
  return { owner, checked: statuses.filter((status) => status === 401).length };
}

for (const [name, way] of Object.entries({ direct, throughStorefront }))
  test(`${name}: a service that has just started lets the owner in while strangers guess`, async () => {
    assert.equal((await besiege(way)).owner, 200);
  });

for (const [name, way] of Object.entries({ pretending, pretendingWithOwnCredential }))
  test(`the control, ${name}: a guesser gets no more tries by naming networks`, async () => {
    const { owner, checked } = await besiege(way);
    assert.deepEqual([owner, checked], [429, 4]);
  });
