import { Agent, type OutgoingHttpHeaders, request } from "node:http";

interface SendOptions {
  method?: string;
  headers?: OutgoingHttpHeaders;
  onPiece?: (piece: string) => void;
}

/** A client with one connection, kept open, so that one process of a server with several answers all its requests. */
export class OneConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** @throws Error when the connection breaks before the answer has ended */
  send(
    path: string,
    { method = "GET", headers = {}, onPiece = () => {} }: SendOptions = {},
  ): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const sent = request(`${this.#origin}${path}`, { agent: this.#agent, method, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (piece: string) => {
          text += piece;
          onPiece(piece);
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
        response.on("error", reject);
      });
      sent.on("error", reject);
      sent.end();
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
