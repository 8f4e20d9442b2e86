import {
  hostnameOf,
  isLoopbackHost,
  isNetwork,
  isPrivateHost,
  networkKeys,
  networkMatcher,
  plainAddress,
  wideNetwork,
} from "@/lib/http/networks";

const keysOf = (address: string) => networkKeys(address).map(({ key }) => key);

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:c000:0201", "192.0.2.1"],
  ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
  ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ["::", "::"],
  ["192.0.2.256", null],
  ["unknown", null],
  ["", null],
])("%s is the address %s", (text, address) => {
  expect(plainAddress(text)).toBe(address);
});

test("someone who uses a new address of their IPv6 network for each request stays the same visitor", () => {
  const [first, second] = [keysOf("2001:db8:1:2::1"), keysOf("2001:db8:1:2:ffff:ffff:ffff:ffff")];
  expect(second).toEqual(first);
  expect(first[0]).toContain("/64");
});

test("someone who uses a new /64 of their /48 for each request shares the /48's larger allowance", () => {
  const [near, wide] = networkKeys("2001:db8:1:2::1");
  const [otherNear, otherWide] = networkKeys("2001:db8:1:3::1");
  expect(otherNear?.key).not.toBe(near?.key);
  expect(otherWide).toEqual(wide);
  expect([near?.factor, wide?.factor]).toEqual([1, 16]);
  expect(networkKeys("2001:db8:2:2::1")[1]?.key).not.toBe(wide?.key);
});

test("an IPv4 visitor who arrives over IPv6 doesn't count as a second one", () => {
  expect(keysOf("::ffff:192.0.2.7")).toEqual(keysOf("192.0.2.7"));
  expect(keysOf("192.0.2.7")).not.toEqual(keysOf("192.0.2.8"));
  expect(keysOf("unknown")).toEqual(["unknown"]);
});

test.each([
  ["10.0.0.0/8", true],
  ["10.0.0.1", true],
  ["2001:db8::/32", true],
  ["::1", true],
  ["10.0.0.0/33", false],
  ["10.0.0.0/", false],
  ["10.0.0.0/8/8", false],
  ["10.0.0", false],
  ["proxy.example.org", false],
])("%s is a network: %s", (text, expected) => {
  expect(isNetwork(text)).toBe(expected);
});

test("an address is in the listed networks, however it is written", () => {
  const isListed = networkMatcher(["10.1.0.0/16", "192.0.2.1", "2001:db8::/32"]);
  const inside = ["10.1.255.255", "::ffff:10.1.0.1", "192.0.2.1", "2001:DB8:ffff::1"];
  const outside = ["10.2.0.1", "192.0.2.2", "2001:db9::1", "::1", "unknown", ""];
  expect(inside.map(isListed)).toEqual(inside.map(() => true));
  expect(outside.map(isListed)).toEqual(outside.map(() => false));
  expect(networkMatcher([])("127.0.0.1")).toBe(false);
});

test.each([
  ["Album.Example.org", "album.example.org"],
  ["album.example.org.:443", "album.example.org"],
  ["192.168.1.5:3000", "192.168.1.5"],
  ["[::1]:3000", "[::1]"],
  ["album.example.org/path", null],
  ["user@album.example.org", null],
  ["album example", null],
  ["album:port", null],
  ["", null],
])("the Host header %s names %s", (header, hostname) => {
  expect(hostnameOf(header)).toBe(hostname);
});

const loopback = ["localhost", "album.localhost", "127.0.0.1", "127.9.9.9", "[::1]", "[::ffff:7f00:1]"];
const local = [
  "10.0.0.1",
  "172.31.0.1",
  "192.168.1.5",
  "169.254.1.1",
  "100.64.0.1",
  "[fd00::1]",
  "[fe80::1]",
];
const elsewhere = [
  "example.org",
  "203.0.113.5",
  "172.32.0.1",
  "100.128.0.1",
  "[2001:db8::1]",
  "local",
  "nas",
];
const lookalikes = ["localhost.example.org", "notlocalhost", "127.0.0.1.example.org", "10.0.0.1.nip.io", ""];

test("only names and addresses that can't be on the internet are private", () => {
  const inside = [...loopback, ...local, "album.local"];
  const outside = [...elsewhere, ...lookalikes];
  expect(inside.filter((host) => !isPrivateHost(host))).toEqual([]);
  expect(outside.filter(isPrivateHost)).toEqual([]);
  expect(loopback.filter((host) => !isLoopbackHost(host))).toEqual([]);
  expect([...local, "album.local", ...outside].filter(isLoopbackHost)).toEqual([]);
});

test.each([
  ["192.0.2.77", "192.0.2.0/24"],
  ["::ffff:192.0.2.77", "192.0.2.0/24"],
  ["2001:db8:7:1::9", "2001:db8:7::/48"],
  ["unknown", null],
])("%s is roughly in %s", (address, network) => {
  expect(wideNetwork(address)).toBe(network);
});
