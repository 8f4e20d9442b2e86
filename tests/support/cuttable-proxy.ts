import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { freePort } from "@/ops/lib/free-port.mjs";

export interface CuttableProxy {
  /** The given address, through the proxy. */
  url: string;
  /** Ends every connection and accepts no new one. */
  cut: () => Promise<void>;
  mend: () => Promise<void>;
  close: () => Promise<void>;
}

/** An address for a server that can go away and come back, whatever else uses the server. */
export async function startCuttableProxy(target: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
  };
  const server: Server = createServer((near) => {
    const far = connect(Number(port), hostname);
    keep(near);
    keep(far);
    near.pipe(far).pipe(near);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  const ownPort = await freePort();
  const listen = async () => {
    await once(server.listen(ownPort, "127.0.0.1"), "listening");
  };
  await listen();
  const url = new URL(target);
  url.hostname = "127.0.0.1";
  url.port = String(ownPort);
  // PostgreSQL's socket would bypass the proxy.
  url.searchParams.delete("host");
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: url.href,
    cut,
    mend: listen,
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
