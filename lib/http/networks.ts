import { BlockList, isIP } from "node:net";

const loopbackNetworks = ["127.0.0.0/8", "::1/128"];

/** This machine, and networks the internet doesn't route to: RFC 1918, link-local, carrier-grade and unique local. */
export const privateNetworks = [
  ...loopbackNetworks,
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "100.64.0.0/10",
  "fc00::/7",
  "fe80::/10",
];

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after = []] = canonical
    .split("::")
    .map((half) => (half ? half.split(":").map((group) => Number.parseInt(group, 16)) : []));
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/**
 * A single spelling for each address: an IPv4 address mapped into IPv6 (::ffff:192.0.2.1) as IPv4, any other IPv6
 * address in its canonical form without its zone.
 * @returns null for what is not an address
 */
export function plainAddress(text: string): string | null {
  const address = text.replace(/%.*$/, "");
  const family = isIP(address);
  if (family !== 6) return family === 4 ? address : null;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}

/** An address as people know it; a recorded value may not be an address. */
export const shownAddress = (text: string | null) => text && (plainAddress(text) ?? text);

/** Whether the text is an address (192.0.2.1) or a network (192.0.2.0/24). */
export function isNetwork(text: string): boolean {
  const [address = "", prefix] = text.split("/", 2);
  const family = isIP(address);
  if (family === 0 || text.split("/").length > 2) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128);
}

/** @returns whether an address belongs to one of the networks; anything but an address belongs to none */
export function networkMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", prefix] = network.split("/", 2);
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    list.addSubnet(address, Number(prefix ?? (family === "ipv4" ? 32 : 128)), family);
  }
  return (text) => {
    const address = plainAddress(text);
    return address !== null && list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
  };
}

const isLoopbackAddress = networkMatcher(loopbackNetworks);
const isPrivateAddress = networkMatcher(privateNetworks);

/**
 * The name in a Host header or a URL, without its port, in lower case.
 * @returns null for what is not a host
 */
export function hostnameOf(host: string): string | null {
  if (!/^[^\s/\\?#@]+$/.test(host) || !URL.canParse(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname.replace(/\.$/, "");
}

const withoutBrackets = (hostname: string) => hostname.replace(/^\[(.*)\]$/, "$1");

/** Whether a hostname, as URL.hostname gives it, can only mean the requesting machine. */
export function isLoopbackHost(hostname: string): boolean {
  return /(^|\.)localhost$/.test(hostname) || isLoopbackAddress(withoutBrackets(hostname));
}

/**
 * Whether a hostname, as URL.hostname gives it, can't be one on the internet: loopback, a private address, or a
 * `.local` name, which only machines of the same network answer for.
 */
export function isPrivateHost(hostname: string): boolean {
  const isLocalName = hostname.endsWith(".local");
  return isLoopbackHost(hostname) || isLocalName || isPrivateAddress(withoutBrackets(hostname));
}

export interface NetworkKey {
  key: string;
  /** How many times a single visitor's allowance this network gets. */
  factor: number;
}

/** A /48 is the most a provider gives one customer, and contains 65,536 networks of one household. */
const widerFactor = 16;

/**
 * The networks an address counts as wherever visitors are limited. Anyone with IPv6 has a whole /64 and often a /48: if
 * single addresses were counted, no limit would ever apply to them.
 */
export function networkKeys(text: string): NetworkKey[] {
  const address = plainAddress(text);
  if (address === null || isIP(address) === 4) return [{ key: address ?? text, factor: 1 }];
  const groups = groupsOf(address).map((group) => group.toString(16));
  return [
    { key: `${groups.slice(0, 4).join(":")}::/64`, factor: 1 },
    { key: `${groups.slice(0, 3).join(":")}::/48`, factor: widerFactor },
  ];
}

/** Roughly where an address is: 192.0.2.0/24, 2001:db8:7::/48; null for what is not an address. */
export function wideNetwork(text: string): string | null {
  const address = plainAddress(text);
  if (address === null) return null;
  return isIP(address) === 4 ? address.replace(/\d+$/, "0/24") : (networkKeys(address)[1]?.key ?? null);
}

/** Whether two addresses count as the same visitor. */
export const isSameNetwork = (one: string, other: string) =>
  networkKeys(one)[0]?.key === networkKeys(other)[0]?.key;
