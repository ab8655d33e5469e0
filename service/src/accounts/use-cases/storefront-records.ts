import {
  findRecords,
  forgetExpiredRecords,
  type NewRecord,
  type StorefrontRecord,
  writeRecords,
} from "#src/accounts/store/storefront-records.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";

export function readRecords(
  { db }: Runtime,
  caller: Caller,
  names: readonly string[],
): Promise<readonly StorefrontRecord[]> {
  return findRecords(db, caller.account.id, names);
}

/** Writes records, and returns what stands for each name: the record that was written, or the one that was there first. */
export async function putRecords(
  { db }: Runtime,
  caller: Caller,
  records: readonly NewRecord[],
): Promise<readonly StorefrontRecord[]> {
  const written = new Set(await writeRecords(db, caller.account.id, records));
  const isWritten = ({ name }: StorefrontRecord) => written.has(name);
  const others = records.filter((record) => !isWritten(record)).map(({ name }) => name);
  const found = others.length === 0 ? [] : await findRecords(db, caller.account.id, others);
  return [...records.filter(isWritten).map(({ name, content }) => ({ name, content })), ...found];
}

export function forgetRecords({ db }: Runtime): Promise<void> {
  return forgetExpiredRecords(db);
}
