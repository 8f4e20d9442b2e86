import { Cache } from "@/lib/platform/cache";
import { shareOf } from "@/lib/platform/siblings";
import { Semaphore } from "@/lib/shared/semaphore";

/** Decoding costs memory and CPU: a page full of faces must not delay other people's pictures. */
const cropsAtOnce = shareOf(2);

/** Small pictures cached in memory; each is made once, however many requests there are. */
export class FaceImageCache {
  readonly #pictures: Cache<Buffer>;
  readonly #making = new Map<string, Promise<Buffer>>();
  readonly #gate = new Semaphore(cropsAtOnce);

  constructor(limits: { maxBytes: number; maxAgeMs: number; now?: () => number }) {
    this.#pictures = new Cache({ ...limits, bytesOf: (bytes) => bytes.length });
  }

  /** The picture cached under this name, else the one `make` returns. Failures aren't cached. */
  get(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    return this.#pictures.load(name, () => {
      const running = this.#making.get(name);
      if (running) return running;
      const made = this.#gate.run(make).finally(() => this.#making.delete(name));
      this.#making.set(name, made);
      return made;
    });
  }
}
