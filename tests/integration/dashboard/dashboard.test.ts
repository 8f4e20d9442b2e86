import { db } from "@/lib/db";
import type { DashboardDto } from "@/lib/operations/dashboard/schema";
import { shownWeeks } from "@/lib/operations/dashboard/schema";
import { call } from "@/tests/support/call";
import { withTestDatabase } from "@/tests/support/database";
import { createMember, createOwner, type FamilyPerson, storeMedia } from "@/tests/support/factories";
import { storeInvitation } from "@/tests/support/invitations";
import { storePrintOrder } from "@/tests/support/print-calls";
import { storeContentReport } from "@/tests/support/report-calls";

withTestDatabase();

const look = (person: FamilyPerson) =>
  call<DashboardDto>("GET", "/api/admin/dashboard", { cookie: person.cookie });

test("a new family sees zeros, and thirteen weeks without a gap", async () => {
  const { status, body } = await look(await createOwner());
  expect(status).toBe(200);
  expect(body).toMatchObject({
    members: { accounts: 1, children: 0, limit: 3, planName: "Free plan" },
    media: { photos: 0, videos: 0, inTrash: 0 },
    storage: { bytes: 0, limitBytes: 5 * 1024 ** 3 },
    storageByYear: [],
    printOrders: { placed: 0, inProduction: 0, dispatched: 0, delivered: 0, cancelled: 0, unviewed: 0 },
    pendingInvites: 0,
    openReports: 0,
  });
  expect(body.uploadsByWeek).toHaveLength(shownWeeks);
  const starts = body.uploadsByWeek.map(({ weekStart }) => Date.parse(weekStart));
  for (const [index, start] of starts.entries()) {
    expect(new Date(start).getUTCDay()).toBe(1);
    if (index > 0) expect(start - (starts[index - 1] ?? 0)).toBe(7 * 86_400_000);
  }
});

test("everything is counted, of this family only, and reported items are not in the trash", async () => {
  const owner = await createOwner({ tier: "family" });
  await createMember(owner.familyId, "member", { isChild: true });
  const stranger = await createOwner();
  const keep = (values = {}, as = owner) => storeMedia(as, { hasFiles: false, bytes: 1000, ...values });
  const at = (week: number) => new Date(Date.now() - week * 7 * 86_400_000);
  await keep({ year: 2022 });
  await keep({ year: 2024, uploadDate: at(2) });
  await keep({ year: 2024, mediaType: "video", uploadDate: at(2) });
  await keep({ year: 2024, deletedAt: new Date() });
  await keep({ year: 2024, uploadDate: at(60) });
  await keep({ year: 2023 }, stranger);
  await storeContentReport(owner);
  await storeInvitation(owner);
  await storePrintOrder(owner);
  await createMember(stranger.familyId, "member", { isChild: true });
  await storeContentReport(stranger);
  await storeInvitation(stranger);
  await storePrintOrder(stranger);

  const { body } = await look(owner);
  expect(body).toMatchObject({
    members: { accounts: 2, children: 1, limit: 6 },
    // The order's picture counts too.
    media: { photos: 4, videos: 1, inTrash: 1 },
    pendingInvites: 1,
    openReports: 1,
  });
  expect(body.printOrders).toMatchObject({ placed: 1, unviewed: 1 });
  expect(body.storageByYear.map(({ year }) => year)).toEqual([2022, 2024]);
  expect(body.storageByYear[0]).toEqual({ year: 2022, bytes: 1000, items: 1 });
  const { storageBytes } = await db.family.findUniqueOrThrow({
    where: { id: owner.familyId },
    select: { storageBytes: true },
  });
  expect(body.storageByYear.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(Number(storageBytes));
  expect(body.storage.bytes).toBe(Number(storageBytes));
  expect(body.uploadsByWeek.at(-3)).toMatchObject({ photos: 1, videos: 1 });
  expect(body.uploadsByWeek.at(-1)).toMatchObject({ photos: 2, videos: 0 });
});
