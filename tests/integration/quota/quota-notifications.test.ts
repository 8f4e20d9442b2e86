import type { QuotaNotificationsDto } from "@/lib/album/quota/schema";
import type { Tier } from "@/lib/generated/prisma/enums";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";

withTestDatabase();

const gibibyte = 1024 ** 3;

async function ask(tier: Tier, gibibytes: number): Promise<QuotaNotificationsDto> {
  const { cookie } = await createOwner({ tier, storageBytes: BigInt(Math.round(gibibytes * gibibyte)) });
  const { status, body } = await call<QuotaNotificationsDto>("GET", "/api/quota/notifications", { cookie });
  expect(status).toBe(200);
  return body;
}

const upgrade = expect.objectContaining({ type: "upgrade_available", actionUrl: "/billing" });

test.each([
  [3.99, 79, "normal"],
  [4, 80, "warning"],
  [4.74, 94, "warning"],
  [4.75, 95, "critical"],
  [6, 120, "critical"],
])("%d GB of 5 are %d percent: %s", async (used, percentage, status) => {
  const body = await ask("free", used);
  expect(body).toMatchObject({ status, quota: { percentage, limitBytes: 5 * gibibyte } });
});

test("low usage says nothing except that there are larger plans, and only on the free plan", async () => {
  expect((await ask("free", 0)).items).toEqual([
    {
      type: "upgrade_available",
      title: "More room with the Family Plan",
      message: "200GB and up to 6 members, £4.99 a month.",
      threshold: 0,
      actionText: "See plans",
      actionUrl: "/billing",
    },
  ]);
  expect(await ask("family", 100)).toMatchObject({ status: "normal", quota: { percentage: 50 }, items: [] });
});

test("the larger plan's price follows the caller's currency and format, else their browser's currency", async () => {
  const { cookie } = await createOwner();
  const message = async (headers: Record<string, string> = {}) =>
    (await call<QuotaNotificationsDto>("GET", "/api/quota/notifications", { cookie, headers })).body.items[0]
      ?.message;
  expect(await message({ "Accept-Language": "de-AT,de;q=0.8" })).toBe(
    "200GB and up to 6 members, £4.99 (about €5.79) a month.",
  );
  await call("PUT", "/api/user-settings", { cookie, json: { currency: "JPY", locale: "en-CH" } });
  expect(await message({ "Accept-Language": "de-AT" })).toBe(
    "200GB and up to 6 members, £\u00a04.99 (about JP¥\u00a0933) a month.",
  );
});

test("a plan that fills is 'Storage Low'", async () => {
  expect((await ask("free", 4.125)).items).toEqual([
    {
      type: "warning",
      title: "Storage Low",
      message: "You've used 82% of your plan's 5GB. There's still room, but not for long.",
      threshold: 80,
      actionText: "See plans",
      actionUrl: "/billing",
    },
    upgrade,
  ]);
});

test("a plan that is full is 'Storage Full'", async () => {
  const { items } = await ask("family", 196);
  expect(items).toMatchObject([{ type: "limit_exceeded", title: "Storage Full", threshold: 95 }]);
  expect(items[0]?.message).toMatch(/^You've used 98% of your plan's 200GB\./);
});

test("unlimited storage never fills", async () => {
  expect(await ask("premium", 10_000)).toEqual({
    status: "normal",
    quota: { percentage: 0, usedBytes: 10_000 * gibibyte, limitBytes: null },
    items: [],
  });
});
