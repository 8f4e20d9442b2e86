import { randomUUID } from "node:crypto";
import { db } from "@/lib/db";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner } from "@/tests/support/factories";

withTestDatabase();

const many = 400;

test("measuring a new family's items reads each a few times, before PostgreSQL has any statistics", async () => {
  const { familyId, userId: uploaderId } = await createOwner();
  const facts = { mediaType: "image", mimeType: "image/jpeg", year: 2024, month: 7, bytes: 1 } as const;
  const read = await db.$transaction(async (client) => {
    const add = async (count: number) => {
      const ids = Array.from({ length: count }, () => randomUUID());
      await client.media.createMany({
        data: ids.map((id) => ({
          ...{ ...facts, id, familyId, uploaderId, fileName: "a.jpg", derivatives: "ready" as const },
          ...{ sortAt: new Date(), takenAt: new Date(), storagePath: id, sha256: id },
        })),
      });
      return ids.map((mediaId) => ({ mediaId, familyId, queuedAt: null, differenceHash: 1n }));
    };
    // Often enough for PostgreSQL to cache a plan.
    for (let first = 0; first < 10; first++) await client.mediaMeasures.createMany({ data: await add(1) });
    const measures = await add(many);
    const countRead = async () => {
      const [row] = await client.$queryRaw<{ read: number }[]>`
        SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables WHERE relname = 'Media'`;
      return row?.read ?? Number.NaN;
    };
    const before = await countRead();
    await client.mediaMeasures.createMany({ data: measures });
    return (await countRead()) - before;
  });
  expect(read).toBeGreaterThanOrEqual(many);
  expect(read).toBeLessThan(10 * many);
});
