import { createHash, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

// The folder as storefronts of the release before write and read it, which knew no records of the service. Tests run it beside the
// present one. It is never changed with the storefront.

type Attempt = {
  readonly id: string;
  readonly cartId: string;
  readonly saleKeys: readonly string[];
  readonly state: string;
};
type NewAttempt = { readonly amount: object; readonly keys: readonly string[] };

const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Returns the functions of a storefront of the release before on this data folder. */
export function releaseBefore(data: string) {
  const root = join(data, "storefront");
  const fileOf = (state: string, id: string) => join(root, "attempts", state, `${id}.json`);
  const pointerOf = (cartId: string, number: number) =>
    join(root, "attempts", "carts", number === 0 ? `${digestOf(cartId)}.json` : `${digestOf(cartId)}.${number}.json`);

  async function latest(cartId: string): Promise<{ readonly attempt?: Attempt | undefined; readonly next: string }> {
    let id: string | undefined;
    for (let number = 0; ; number += 1) {
      const next = pointerOf(cartId, number);
      const found = await readJson<string>(next);
      if (found === undefined) return { attempt: id === undefined ? undefined : await readAttempt(id), next };
      id = found;
    }
  }

  const readAttempt = async (id: string) =>
    (await readJson<Attempt>(fileOf("settled", id))) ?? readJson<Attempt>(fileOf("open", id));

  return {
    async openAttempt(cartId: string, { amount, keys }: NewAttempt) {
      const { attempt: last, next } = await latest(cartId);
      const isPaid =
        (last?.state === "paid" || last?.state === "unfulfilled") && keys.every((key) => last.saleKeys.includes(key));
      if (last && (last.state === "open" || isPaid)) return { attempt: last, joined: true };
      const openedAt = new Date().toISOString();
      const attempt = { id: randomUUID(), cartId, saleKeys: keys, amount, state: "open", openedAt };
      await write(fileOf("open", attempt.id), attempt, rename);
      if (await create(next, attempt.id)) return { attempt, joined: false };
      await rm(fileOf("open", attempt.id));
      return { attempt: (await latest(cartId)).attempt, joined: true };
    },
    async settleAttempt(id: string, state: string) {
      const found = await readJson<Attempt>(fileOf("open", id));
      if (found === undefined) return;
      await create(fileOf("settled", id), { ...found, state, settledAt: new Date().toISOString() });
      await rm(fileOf("open", id), { force: true });
    },
    findAttempt: async (cartId: string) => (await latest(cartId)).attempt,
    /** Ends a checkout id or a promoter's session. */
    revoke: (kind: "checkout" | "promoter-session", id: string) =>
      write(join(root, "revoked", kind, `${digestOf(id)}.json`), { revokedAt: new Date().toISOString() }, rename),
    /** Ends the links of a sale, or what devices keep of it. */
    cutOff: (kind: "links" | "devices", saleKey: string, notBeforeMs: number) =>
      write(join(root, "revoked", kind, `${digestOf(saleKey)}.json`), { notBeforeMs }, rename),
    recordIssue: (cartId: string, issuedAt: number) =>
      write(join(root, "newest-issues", `${digestOf(cartId)}.json`), { issuedAt }, rename),
  };
}

async function readJson<T>(path: string): Promise<T | undefined> {
  const text = await readFile(path, "utf8").catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

async function write(
  path: string,
  content: unknown,
  place: (draft: string, path: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}.tmp`;
  await writeFile(draft, JSON.stringify(content));
  await place(draft, path);
}

/** Returns whether it created the file: of several processes that create one file, exactly one does. */
async function create(path: string, content: unknown): Promise<boolean> {
  let isCreated = true;
  await write(path, content, async (draft, to) => {
    await link(draft, to).catch(() => {
      isCreated = false;
    });
    await rm(draft);
  });
  return isCreated;
}
