import type { Answer } from "./client.ts";
import { expect, expectShape, expectStatus, requireOffered } from "./expect.ts";
import type { Kit } from "./kit.ts";
import { expectSuccess } from "./once.ts";
import { fieldOf, idsOf, refs } from "./shapes.ts";

/** Creates a thing, reads it, and switches it off at the end where there is a call for that. */
export async function createAndRead(kit: Kit, thing: string, body: object, switchOff?: string): Promise<number> {
  const { create, keep } = kit.manager;
  const made = await create(`/${thing}`, body, (id) =>
    switchOff === undefined
      ? keep(`${thing} ${id}`)
      : keep(`${thing} ${id}, switched off`, `/${thing}/${id}/${switchOff}`),
  );
  const answer = await kit.get(`/${thing}/${made}`);
  requireOffered(answer);
  expectStatus(answer, 200);
  expect(fieldOf(answer.body, "id") === made, answer, `id ${made}`, fieldOf(answer.body, "id"));
  return made;
}

/** Reads a list of a manager's things. */
export async function readList({ get }: Kit, path: string): Promise<readonly number[]> {
  const answer = await get(path);
  requireOffered(answer);
  expectStatus(answer, 200);
  expectShape(answer, refs);
  return idsOf(answer.body);
}

/** Creates a thing, changes its name, and reads the change. */
export async function change(kit: Kit, thing: string, made: number, body: object, field = "name"): Promise<undefined> {
  const answer = await kit.write("PUT", `/${thing}/${made}`, body);
  expectSuccess(answer);
  const read = await kit.get(`/${thing}/${made}`);
  const wanted = fieldOf(body, field);
  expect(fieldOf(read.body, field) === wanted, read, `${field} ${String(wanted)}`, fieldOf(read.body, field));
  return undefined;
}

export const THING_NAME = "Conformance check";

/** Asks for an access token that ends with the check. */
export function makeToken({ manager: { post, removeAfterCheck } }: Kit): Promise<Answer> {
  const expiresAt = new Date(Date.now() + 10 * 60 * 1000).toISOString();
  return post("/user/token", { scopes: ["PUBLIC"], expiresAt, name: THING_NAME }, (id) =>
    removeAfterCheck(`access token ${id}`, `/user/token/${id}`),
  );
}

/** Makes a voucher of this amount, which is disabled at the end. Returns its code. */
export async function makeVoucher({ manager: { post, keep } }: Kit, amount: number): Promise<string> {
  const answer = await post("/voucher", { amount }, (id) =>
    keep(`voucher ${id}, switched off`, `/voucher/${id}/enable/false`),
  );
  requireOffered(answer);
  expectSuccess(answer);
  return String(fieldOf(answer.body, "code"));
}
