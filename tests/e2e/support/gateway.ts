import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export interface Gateway {
  url: string;
  /** From then on it answers 502 itself, as a proxy does while the server behind it restarts. */
  lose: () => void;
  find: () => void;
  close: () => void;
}

/** A proxy in front of the album. */
export async function startGateway(target: string): Promise<Gateway> {
  let isLost = false;
  const server = createServer((incoming, response) => {
    if (isLost) {
      response.writeHead(502, { "Content-Type": "text/html" }).end("<h1>502 Bad Gateway</h1>");
      return;
    }
    const { method, headers, url = "/" } = incoming;
    const outgoing = request(new URL(url, target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    response.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    lose: () => {
      isLost = true;
    },
    find: () => {
      isLost = false;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
