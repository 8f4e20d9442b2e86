import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { expectRefusal } from "@/tests/support/error-body";
import { createOwner } from "@/tests/support/factories";

// Set before the settings are first read.
process.env.RATE_LIMITS = "on";

withTestDatabase();

const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });

async function statuses(path: string, address: string, times: number, cookie = ""): Promise<Set<number>> {
  const seen = new Set<number>();
  for (let index = 0; index < times; index++) {
    seen.add((await call("GET", path, { ...from(address), cookie })).status);
  }
  return seen;
}

test("a stranger who calls endlessly is stopped after 300 calls a minute, whichever calls they are", async () => {
  expect(await statuses("/api/plans", "198.51.100.1", 150)).toEqual(new Set([200]));
  expect(await statuses("/api/currencies", "198.51.100.1", 150)).toEqual(new Set([200]));
  const refused = await call("GET", "/api/plans", from("198.51.100.1"));
  expectRefusal(refused, 429, "too_many_requests");
  const wait = Number(refused.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect((await call("GET", "/api/plans", from("198.51.100.2"))).status).toBe(200);
});

test("a stranger who uses a new address in the same IPv6 network for each call is one stranger", async () => {
  const seen = new Set<number>();
  for (let index = 0; index < 310; index++) {
    seen.add((await call("GET", "/api/plans", from(`2001:db8:1:2::${index.toString(16)}`))).status);
  }
  expect(seen).toEqual(new Set([200, 429]));
});

test("someone signed in at the same address continues, and their pictures load", async () => {
  const { cookie } = await createOwner();
  await statuses("/api/plans", "198.51.100.3", 301);
  expect(await statuses("/api/plans", "198.51.100.3", 5, cookie)).toEqual(new Set([200]));
  expect(await statuses("/api/media?year=2024&month=7", "198.51.100.3", 5, cookie)).toEqual(new Set([200]));
});
