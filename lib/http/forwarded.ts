import type { IncomingMessage } from "node:http";
import { plainAddress } from "@/lib/http/networks";
import { remembered } from "@/lib/platform/cache";

type IsProxy = (address: string) => boolean;

/** An entry of X-Forwarded-For; some proxies add the port. */
function hopAddress(hop: string): string | null {
  const text = hop.trim();
  const [, address] = /^\[(.+)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text) ?? [];
  return plainAddress(address ?? text);
}

const addressOfPeer = remembered(1_000, (peer) => plainAddress(peer) ?? "unknown");

/**
 * The nearest address that is not one of our proxies'. Each proxy appends the address it saw at the right, so anything
 * left of the first stranger is only that stranger's claim.
 */
export function visitorAddress(peer: string, forwardedFor: string, isProxy: IsProxy): string {
  let address = addressOfPeer(peer);
  const hops = forwardedFor.split(",");
  while (isProxy(address)) {
    const hop = hopAddress(hops.pop() ?? "");
    if (hop === null) break;
    address = hop;
  }
  return address;
}

/**
 * Keeps only the forwarded headers that a trusted proxy sets: rate limits and secure cookies depend on them.
 * X-Forwarded-Host is never trusted, since proxies pass on what a visitor wrote there.
 */
export function settleForwardedHeaders(request: IncomingMessage, isProxy: IsProxy): void {
  const { headers, socket } = request;
  const peer = socket.remoteAddress ?? "";
  const scheme = String(headers["x-forwarded-proto"] ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  headers["x-forwarded-for"] = visitorAddress(peer, String(headers["x-forwarded-for"] ?? ""), isProxy);
  delete headers["x-forwarded-host"];
  delete headers["x-forwarded-proto"];
  if (scheme === "https" && isProxy(peer)) headers["x-forwarded-proto"] = scheme;
}
