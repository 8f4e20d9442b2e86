import { Semaphore } from "@/lib/shared/semaphore";

/** Decoding is what costs memory and CPU: a page full of faces must not keep others from their pictures. */
const cropsAtOnce = 2;

interface Entry {
  bytes: Buffer;
  until: number;
}

/** Small pictures kept in memory, the least lately used thrown out first; each is made once, however many ask. */
export class FaceImageCache {
  readonly #entries = new Map<string, Entry>();
  readonly #making = new Map<string, Promise<Buffer>>();
  readonly #gate = new Semaphore(cropsAtOnce);
  #bytes = 0;

  constructor(
    private readonly limits: { maxBytes: number; maxAgeMs: number },
    private readonly now = Date.now,
  ) {}

  /** What is kept under this name, else what `make` makes. What fails is not kept. */
  async get(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    this.#forgetOld();
    const entry = this.#entries.get(name);
    if (entry) {
      // To the end of the map: the last to be thrown out.
      this.#entries.delete(name);
      this.#entries.set(name, entry);
      return entry.bytes;
    }
    const running = this.#making.get(name);
    if (running) return running;
    const made = this.#gate.run(make).finally(() => this.#making.delete(name));
    this.#making.set(name, made);
    const bytes = await made;
    this.#keep(name, bytes);
    return bytes;
  }

  #keep(name: string, bytes: Buffer): void {
    if (bytes.length > this.limits.maxBytes || this.#entries.has(name)) return;
    this.#entries.set(name, { bytes, until: this.now() + this.limits.maxAgeMs });
    this.#bytes += bytes.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.limits.maxBytes) return;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#bytes -= this.#entries.get(name)?.bytes.length ?? 0;
    this.#entries.delete(name);
  }

  #forgetOld(): void {
    const now = this.now();
    for (const [name, { until }] of this.#entries) if (until <= now) this.#drop(name);
  }
}
