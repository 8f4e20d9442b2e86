import { PassThrough, type Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

/** Adds entries one at a time, each once the previous one has been sent: no more than one file is open. */
export class ZipWriter {
  readonly #zip = new ZipFile();
  readonly output = new PassThrough();

  constructor() {
    this.#zip.outputStream.pipe(this.output);
    this.#zip.on("error", (error: Error) => this.output.destroy(error));
  }

  addText(name: string, content: Buffer): void {
    this.#zip.addBuffer(content, name);
  }

  /** @throws Error when the stream breaks or nobody reads it any more */
  async add(name: string, source: Readable, options: { compress: boolean; size?: number; mtime?: Date }) {
    const giveUp = () => source.destroy();
    this.output.once("close", giveUp);
    try {
      // Already broken: nothing would ever read the source.
      if (this.output.destroyed) throw new Error("The reader of the ZIP is gone");
      this.#zip.addReadStream(source, name, options);
      await finished(source, { writable: false });
    } finally {
      this.output.off("close", giveUp);
    }
  }

  end(): void {
    this.#zip.end();
  }
}
