import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * Makes a private authority and a certificate for localhost, with the reference service's own command. The caller
 * removes the folder. `ca` is the path of the authority's certificate.
 */
export async function makeCertificates() {
  const folder = await mkdtemp(join(tmpdir(), "foyer-certificates-"));
  const command = join(import.meta.dirname, "..", "..", "service", "setup", "certificates.ts");
  await promisify(execFile)(process.execPath, [command, folder]);
  const [key, cert] = await Promise.all([
    readFile(join(folder, "server-key.pem")),
    readFile(join(folder, "server.pem")),
  ]);
  return { folder, key, cert, ca: join(folder, "ca.pem") };
}
