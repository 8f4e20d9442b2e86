import type { ServerResponse } from "node:http";

/** No smaller than what Node slices from memory shared by several buffers. */
const ownMemoryBytes = 64 * 1024;

/** The reader hung up, as readers can at any time. */
export class ConnectionClosed extends Error {}

/** Resolves once the connection has accepted it. @throws ConnectionClosed */
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

/**
 * Frees a block's memory at once: left to the garbage collector, it stops the server for a whole collection every 60
 * MB.
 */
function free({ buffer, byteLength }: Uint8Array): void {
  if (byteLength < ownMemoryBytes || byteLength !== buffer.byteLength) return;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/**
 * Sends an answer's body, a block at a time, and ends it. Takes ownership of the blocks: nobody may keep them.
 * @throws ConnectionClosed; what `blocks` throws
 */
export async function sendBlocks(blocks: AsyncIterable<Uint8Array>, response: ServerResponse): Promise<void> {
  for await (const block of blocks) {
    await written(response, block);
    free(block);
  }
  response.end();
}
