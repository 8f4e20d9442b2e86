/** An IPv4 address as people know it, where the system writes it inside an IPv6 one. */
export function plainAddress(address: string | null): string | null {
  return address?.replace(/^::ffff:(?=\d+\.)/i, "") ?? null;
}
