import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SERVER = "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1";

/** Makes a private authority and a certificate for localhost. The caller removes the folder. `ca` is the path of the authority's certificate. */
export async function makeCertificates() {
  const folder = mkdtempSync(join(tmpdir(), "foyer-certificates-"));
  const at = (name: string) => join(folder, name);
  const make = (name: string, commonName: string, ...more: readonly string[]) => {
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", at(`${name}-key.pem`)];
    certify(at(`${name}.pem`), `/CN=${commonName}`, ["-days", "30", ...key, ...more]);
  };
  make("ca", "Foyer test authority", "-addext", "basicConstraints=critical,CA:TRUE");
  make("server", "localhost", "-CA", at("ca.pem"), "-CAkey", at("ca-key.pem"), "-addext", SERVER);
  return { folder, key: readFileSync(at("server-key.pem")), cert: readFileSync(at("server.pem")), ca: at("ca.pem") };
}

/** Writes a certificate to a file by openssl, whose options name the key and, unless it signs itself, the authority. */
function certify(file: string, subject: string, options: readonly string[]): void {
  const config = `${file}.cnf`;
  writeFileSync(config, "[req]\ndistinguished_name=name\n[name]\n");
  const request = ["req", "-x509", "-config", config, "-subj", subject, "-out", file];
  execFileSync("openssl", [...request, ...options], { stdio: "pipe" });
}
