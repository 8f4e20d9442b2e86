import dgram from "node:dgram";
import dns from "node:dns";
import net from "node:net";

const refuse = (): never => {
  throw new Error("This process has no network access");
};

/**
 * Programs that read strangers' files have everything they need locally. An attempt to fetch something is wrong, and is
 * refused.
 */
export function blockNetwork(): void {
  globalThis.fetch = refuse;
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.createSocket = refuse;
  Object.assign(dns, { lookup: refuse });
  Object.assign(dns.promises, { lookup: refuse });
}
