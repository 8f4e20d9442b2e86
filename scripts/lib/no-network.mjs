import dgram from "node:dgram";
import dns from "node:dns";
import net from "node:net";

const refuse = () => {
  throw new Error("There is no network here");
};

/** What reads strangers' files has all that it needs beside it: whatever wants to fetch something is at fault, and is refused. */
export function blockNetwork() {
  globalThis.fetch = refuse;
  net.Socket.prototype.connect = refuse;
  net.Server.prototype.listen = refuse;
  dgram.createSocket = refuse;
  dns.lookup = refuse;
  dns.promises.lookup = refuse;
}
