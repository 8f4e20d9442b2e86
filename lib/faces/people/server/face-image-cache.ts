import { Cache } from "@/lib/platform/cache";
import { Semaphore } from "@/lib/shared/semaphore";

/** Decoding is what costs memory and CPU: a page full of faces must not keep others from their pictures. */
const cropsAtOnce = 2;

/** Small pictures kept in memory; each is made once, however many ask. */
export class FaceImageCache {
  readonly #pictures: Cache<Buffer>;
  readonly #making = new Map<string, Promise<Buffer>>();
  readonly #gate = new Semaphore(cropsAtOnce);

  constructor(limits: { maxBytes: number; maxAgeMs: number; now?: () => number }) {
    this.#pictures = new Cache({ ...limits, bytesOf: (bytes) => bytes.length });
  }

  /** What is kept under this name, else what `make` makes. What fails is not kept. */
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
