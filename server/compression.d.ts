// Only what we use: the package's own types need Express.
declare module "compression" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  /** Compresses the response that is then sent, if it is text and the browser accepts it: brotli, else gzip. */
  export default function compression(): (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void;
}
