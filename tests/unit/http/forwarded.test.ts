import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { settleForwardedHeaders, visitorAddress } from "@/lib/http/forwarded";
import { networkMatcher } from "@/lib/http/networks";

const isProxy = networkMatcher(["10.0.0.0/8", "127.0.0.1", "2001:db8:aaaa::/48"]);

test.each([
  ["the nearest visitor behind one proxy", "127.0.0.1", "192.0.2.7", "192.0.2.7"],
  ["behind two proxies", "10.0.0.1", "192.0.2.7, 10.0.0.2", "192.0.2.7"],
  ["a proxy whose address comes mapped into IPv6", "::ffff:10.0.0.1", "192.0.2.7", "192.0.2.7"],
  ["a proxy with an IPv6 address", "2001:db8:aaaa::1", "2001:db8::7", "2001:db8::7"],
  ["an entry with a port", "10.0.0.1", "192.0.2.7:5001", "192.0.2.7"],
  ["an IPv6 entry with a port", "10.0.0.1", "[2001:db8::7]:5001", "2001:db8::7"],
  ["a visitor inside the trusted network", "127.0.0.1", "10.0.0.9", "10.0.0.9"],
  ["a proxy that says nothing", "10.0.0.1", "", "10.0.0.1"],
])("%s", (_, peer, forwardedFor, address) => {
  expect(visitorAddress(peer, forwardedFor, isProxy)).toBe(address);
});

test.each([
  ["claims an address without any proxy", "192.0.2.7", "198.51.100.1", "192.0.2.7"],
  ["writes an address left of what the proxy adds", "10.0.0.1", "198.51.100.1, 192.0.2.7", "192.0.2.7"],
  ["writes the proxy's own address there", "10.0.0.1", "198.51.100.1, 10.0.0.3, 192.0.2.7", "192.0.2.7"],
  ["sends something that is no address", "10.0.0.1", "198.51.100.1, unknown", "10.0.0.1"],
])("an attacker who %s is still counted by their own", (_, peer, forwardedFor, address) => {
  expect(visitorAddress(peer, forwardedFor, isProxy)).toBe(address);
});

function settled(peer: string, headers: Record<string, string>) {
  const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: peer });
  const request = Object.assign(new IncomingMessage(socket), { headers });
  settleForwardedHeaders(request, isProxy);
  return request.headers;
}

test("an attacker who reaches the server past the proxy can't claim https, an address or a host", () => {
  const claims = {
    "x-forwarded-for": "127.0.0.1",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "album.example.org",
  };
  expect(settled("192.0.2.7", claims)).toEqual({ "x-forwarded-for": "192.0.2.7" });
});

test("a trusted proxy is believed about the address and the scheme, never the host", () => {
  const said = {
    "x-forwarded-for": "192.0.2.7",
    "x-forwarded-proto": "http, https",
    "x-forwarded-host": "attacker.example",
  };
  expect(settled("::ffff:127.0.0.1", said)).toEqual({
    "x-forwarded-for": "192.0.2.7",
    "x-forwarded-proto": "https",
  });
});
