import cluster from "node:cluster";
import { type AddressInfo, createServer, type Server } from "node:net";
import { env } from "@/lib/env";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
/** Whether several processes can listen on one port. Elsewhere the primary process accepts connections for them. */
const canSharePort = process.platform === "linux" && (major >= 24 || (major === 22 && minor >= 12));

/**
 * Listens where the settings say; one of several web processes does so next to the others.
 * @returns the port
 * @throws Error with the reason, for the operator
 */
export async function listen(server: Server): Promise<number> {
  // Behind a proxy on this machine nobody else needs to reach us.
  const host = env.HOST ?? (env.TRUST_PROXY.length > 0 ? "127.0.0.1" : undefined);
  const isShared = cluster.isWorker && canSharePort;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `Port ${env.PORT} is already in use. Stop the program that uses it, or set PORT.`,
        EADDRNOTAVAIL: `HOST is ${host}, which is not an address of this machine.`,
        ENOTFOUND: `HOST is ${host}, which is not an address of this machine.`,
      };
      const reason = reasons[error.code ?? ""];
      reject(reason ? new Error(reason) : error);
    });
    server.listen({ port: env.PORT, host, exclusive: isShared, reusePort: isShared }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/**
 * Finds the port for several processes. Listening on a shared port would succeed even if another server shares it.
 * @throws Error as `listen`
 */
export async function findPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
