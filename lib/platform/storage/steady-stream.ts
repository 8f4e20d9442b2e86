import { Readable } from "node:stream";

/**
 * A stream over connections that break: it is reopened at the next byte. The reader may pause for minutes, as a phone
 * saving a download does, while the other side closes a connection that is idle for seconds.
 * @param open returns the bytes from this position on
 * @throws what `open` throws the first time. Later the stream itself fails: with what `open` throws, or with what broke
 * a connection that delivered nothing
 */
export async function steadyStream(open: (from: number) => Promise<Readable>, start: number) {
  const openQuietly = async (from: number) => {
    const opened = await open(from);
    // It can break while nobody is reading, which without a listener would end the process.
    return opened.on("error", () => {});
  };
  let source = await openQuietly(start);
  async function* blocks(): AsyncGenerator<Uint8Array> {
    let at = start;
    let isMoving = true;
    let iterator = source.iterator();
    try {
      for (;;) {
        let next: IteratorResult<Uint8Array>;
        try {
          next = await iterator.next();
        } catch (error) {
          if (!isMoving) throw error;
          isMoving = false;
          source = await openQuietly(at);
          iterator = source.iterator();
          continue;
        }
        if (next.done) return;
        isMoving = true;
        at += next.value.length;
        yield next.value;
      }
    } finally {
      source.destroy();
    }
  }
  // Without a first read the generator never begins, nor ends.
  return Readable.from(blocks(), { objectMode: false }).once("close", () => source.destroy());
}
