import type { OutgoingHttpHeaders } from "node:http";

/** What the framework answered at a path with an entry of the page cache. */
export type Answer = {
  readonly path: string;
  readonly entry: string;
  readonly headers: OutgoingHttpHeaders;
};

export type KeptPage = {
  readonly version: string;
  /** Compressed. */
  readonly bytes: Buffer;
  readonly answer: Answer | undefined;
};

/** Compressed pages by version and by path. Those that were not used for longest are forgotten beyond a limit. */
export class KeptPages {
  readonly #byVersion = new Map<string, KeptPage>();
  readonly #versions = new Map<string, string>();
  readonly #limitBytes: number;
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get(version: string): KeptPage | undefined {
    const page = this.#byVersion.get(version);
    if (page === undefined) return undefined;
    this.#byVersion.delete(version);
    this.#byVersion.set(version, page);
    return page;
  }

  /** Returns the page of the last answer at a path. */
  at(path: string): KeptPage | undefined {
    const version = this.#versions.get(path);
    return version === undefined ? undefined : this.get(version);
  }

  /** Keeps a page, and in place of what is known of its version. */
  keep(page: KeptPage): void {
    this.#forget(page.version);
    const { path } = page.answer ?? {};
    if (path !== undefined) this.#forget(this.#versions.get(path));
    this.#byVersion.set(page.version, page);
    if (path !== undefined) this.#versions.set(path, page.version);
    this.#bytes += sizeOf(page);
    for (const version of this.#byVersion.keys()) {
      if (this.#bytes <= this.#limitBytes) return;
      this.#forget(version);
    }
  }

  #forget(version: string | undefined): void {
    const page = version === undefined ? undefined : this.#byVersion.get(version);
    if (page === undefined) return;
    this.#byVersion.delete(page.version);
    if (page.answer !== undefined) this.#versions.delete(page.answer.path);
    this.#bytes -= sizeOf(page);
  }
}

function sizeOf({ bytes, answer }: KeptPage): number {
  return bytes.length + (answer === undefined ? 0 : JSON.stringify(answer).length);
}
