import type { ServerResponse } from "node:http";

/** Not less than what Node cuts from memory that several buffers share. */
const ownMemoryBytes = 64 * 1024;

/** The reader hung up, as readers may at any time. */
export class ConnectionClosed extends Error {}

/** Until the connection has taken it. @throws ConnectionClosed */
function written(response: ServerResponse, block: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new ConnectionClosed());
    response.once("close", onClose);
    response.write(block, (error) => {
      response.off("close", onClose);
      if (error) reject(new ConnectionClosed(undefined, { cause: error }));
      else resolve();
    });
  });
}

/** Gives back a block's memory at once: left to the garbage collector, it stops the server for a whole collection every 60 MB. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (byteLength < ownMemoryBytes || byteLength !== buffer.byteLength) return;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/**
 * Sends an answer's body, a block at a time, and ends it. The blocks are taken over: nobody may keep them.
 * @throws ConnectionClosed; what `blocks` throws
 */
export async function sendBlocks(blocks: AsyncIterable<Uint8Array>, response: ServerResponse): Promise<void> {
  for await (const block of blocks) {
    await written(response, block);
    free(block);
  }
  response.end();
}
