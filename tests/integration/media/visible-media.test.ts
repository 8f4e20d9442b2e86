import { requireVisibleMedia, visibleMedia, visibleMediaSql } from "@/lib/album/media/server/visible-media";
import { db } from "@/lib/db";
import { withTestDatabase } from "@/tests/support/database";
import { createOwner, storeMedia } from "@/tests/support/factories";

withTestDatabase();

test("the rule and its SQL version see the family's items, and none in the trash or from another family", async () => {
  const [owner, stranger] = [await createOwner(), await createOwner()];
  const { id } = await storeMedia(owner, { hasFiles: false });
  const trashed = await storeMedia(owner, { hasFiles: false });
  await db.media.update({ where: { id: trashed.id }, data: { deletedAt: new Date() } });
  const theirs = await storeMedia(stranger, { hasFiles: false });

  expect(await db.media.findMany({ where: visibleMedia(owner), select: { id: true } })).toEqual([{ id }]);
  expect(await db.$queryRaw`SELECT m.id FROM "Media" m WHERE ${visibleMediaSql(owner)}`).toEqual([{ id }]);
  await requireVisibleMedia(owner, id);
  for (const hidden of [trashed, theirs])
    await expect(requireVisibleMedia(owner, hidden.id)).rejects.toMatchObject({ status: 404 });
});
