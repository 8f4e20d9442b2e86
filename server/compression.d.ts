// What we use of it; its types need Express.
declare module "compression" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  /** Compresses whatever is then sent as an answer, if it is text and the browser takes it: brotli, else gzip. */
  export default function compression(): (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void;
}
