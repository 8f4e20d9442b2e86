import type { ServerResponse } from "node:http";
import { free } from "@/lib/platform/files/blocks";

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
 * Sends an answer's body, a block at a time, and ends it. Takes ownership of the blocks: they must not be used
 * afterwards.
 * @throws ConnectionClosed; what `blocks` throws
 */
export async function sendBlocks(blocks: AsyncIterable<Uint8Array>, response: ServerResponse): Promise<void> {
  for await (const block of blocks) {
    await written(response, block);
    free(block);
  }
  response.end();
}
