import { z } from "zod";
import { createAlbumSchema } from "@/lib/album/albums/schema";
import { positionGap } from "@/lib/album/albums/server/positions";
import { maxBookPages } from "@/lib/album/books/limits";
import { bookPageSchema, updateBookSchema } from "@/lib/album/books/schema";
import type {
  ExportedAlbum,
  ExportedBook,
  ExportedGrowingNote,
  ExportedNotice,
  ExportedPrintOrder,
  ExportHead,
} from "@/lib/album/exports/format";
import { maxFeaturedHashtags } from "@/lib/album/hashtags/schema";
import { type Attribution, recordAttribution } from "@/lib/album/imported-people/server/attribution-service";
import { folderOf } from "@/lib/album/imports/folders";
import { type EntryJob, entrySelect, personOf } from "@/lib/album/imports/server/entry-rows";
import { ExportedPeople, readExport } from "@/lib/album/imports/server/export-reading";
import { restoreNote } from "@/lib/album/imports/server/growing-notes";
import { lockPeople } from "@/lib/album/imports/server/import-people";
import { RestoredRecordings } from "@/lib/album/imports/server/recordings-service";
import { noteRestored } from "@/lib/album/imports/server/restored-service";
import { idOf } from "@/lib/album/imports/server/said-service";
import { type ArchiveRow, readMember } from "@/lib/album/imports/server/sources";
import { turns } from "@/lib/album/imports/turns";
import { setMonthIconSchema } from "@/lib/album/month-icons/schema";
import { createNoticeSchema } from "@/lib/album/notices/schema";
import {
  type CreateHiddenPlaceInput,
  createHiddenPlaceSchema,
  maxHiddenPlaces,
} from "@/lib/album/places/schema";
import { may } from "@/lib/core/auth/server/permissions";
import { emit } from "@/lib/core/events/server/events";
import { db, type Prisma } from "@/lib/db";
import { updateFamilySchema } from "@/lib/family/families/schema";
import { updateFamily } from "@/lib/family/families/server/settings-service";
import { oldestYear } from "@/lib/shared/album-years";
import { asHashtag } from "@/lib/shared/hashtags";

/** An export's people, and the ids that its items have here. */
interface Restoring {
  job: EntryJob;
  people: ExportedPeople;
  mediaOf: ReadonlyMap<string, string>;
}

const pageSize = 5_000;

async function findMedia({ importId, actor }: EntryJob): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let after = ""; ; ) {
    const rows = await db.$queryRaw<{ id: string; mediaId: string; sourceId: string }[]>`
      SELECT id, "mediaId", facts #>> '{exact,sourceId}' AS "sourceId" FROM "ImportEntry"
      WHERE "importId" = ${importId}::uuid AND "familyId" = ${actor.familyId}::uuid AND "mediaId" IS NOT NULL
        AND state IN ('added', 'known') AND id::text > ${after}
      ORDER BY id::text LIMIT ${pageSize}`;
    for (const { sourceId, mediaId } of rows) if (sourceId) found.set(sourceId, mediaId);
    if (rows.length < pageSize) return found;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Someone's account, if what others did is imported in their names. */
const accountOf = ({ job, people }: Restoring, id: string | null): string | undefined => {
  const name = job.bringsWords ? people.nameOf(id) : null;
  return name === null ? undefined : job.accountOf.get(name);
};

/** The account that stands for someone: theirs, or the importer's. */
const authorOf = (restoring: Restoring, id: string | null): string =>
  accountOf(restoring, id) ?? restoring.job.actor.userId;

/** Restores one thing with the family's people as they are now: they can be merged or removed at any time. */
const restoreOne = <Exported>(
  restoring: Restoring,
  restore: (client: Prisma.TransactionClient, restoring: Restoring, exported: Exported) => Promise<void>,
  exported: Exported,
): Promise<void> =>
  db.$transaction(async (client) =>
    restore(client, { ...restoring, job: await lockPeople(client, restoring.job) }, exported),
  );

/** Records what someone without an account did, so that it can become theirs. */
async function noteAttribution(
  client: Prisma.TransactionClient,
  restoring: Restoring,
  by: string | null,
  attribution: Attribution,
): Promise<void> {
  const { job, people } = restoring;
  const name = people.nameOf(by);
  if (!job.bringsWords || name === null || accountOf(restoring, by) !== undefined) return;
  await recordAttribution(client, job.actor.familyId, personOf(job, name), attribution);
}

async function addAlbumItems(
  client: Prisma.TransactionClient,
  restoring: Restoring,
  albumId: string,
  items: ExportedAlbum["items"],
): Promise<void> {
  const known = items.flatMap(({ item, ...rest }) => {
    const mediaId = restoring.mediaOf.get(item);
    return mediaId === undefined ? [] : { mediaId, ...rest };
  });
  await client.$executeRaw`
    INSERT INTO "AlbumItem"
      ("albumId", "mediaId", "familyId", "addedById", "addedAt", position, "isCover", "isShown", "filedMonth", "sortAt")
    SELECT ${albumId}::uuid, m.id, m."familyId", given.by, given.at::timestamptz, given.place * ${positionGap}::bigint,
      given.place = ${known.findIndex(({ isCover }) => isCover) + 1}, true, m.year * 100 + m.month, m."sortAt"
    FROM unnest(
      ${known.map(({ mediaId }) => mediaId)}::uuid[], ${known.map(({ by }) => authorOf(restoring, by))}::uuid[],
      ${known.map(({ at }) => at)}::text[]
    ) WITH ORDINALITY AS given(id, by, at, place)
    JOIN "Media" m ON m.id = given.id AND m."familyId" = ${restoring.job.actor.familyId}::uuid AND m."deletedAt" IS NULL
    ON CONFLICT DO NOTHING`;
}

/** Restores an album as it was, once: one with the same title and creation time is the same. */
async function restoreAlbum(
  client: Prisma.TransactionClient,
  restoring: Restoring,
  exported: ExportedAlbum,
): Promise<void> {
  const { success, data } = createAlbumSchema
    .omit({ contributorIds: true })
    .safeParse({ ...exported, adders: exported.adders, order: exported.order });
  if (!success) return;
  const { importId, actor } = restoring.job;
  const { familyId } = actor;
  const createdById = authorOf(restoring, exported.createdBy);
  const createdAt = new Date(exported.createdAt);
  const known = await client.album.count({ where: { familyId, title: data.title, createdAt } });
  if (known > 0) return;
  const times = [exported.createdAt, ...exported.items.map(({ at }) => at)].sort();
  const { id } = await client.album.create({
    data: {
      ...data,
      familyId,
      createdById,
      createdAt,
      isArranged: exported.isArranged || data.order === "hand",
    },
    select: { id: true },
  });
  await noteAttribution(client, restoring, exported.createdBy, {
    kind: "album",
    objectId: id,
    at: createdAt,
  });
  await addAlbumItems(client, restoring, id, exported.items);
  await client.album.update({
    where: { id },
    data: { activeAt: new Date(times.at(-1) ?? createdAt) },
    select: { id: true },
  });
  const contributors = exported.contributors.flatMap((person) => accountOf(restoring, person) ?? []);
  await client.$executeRaw`
    INSERT INTO "AlbumContributor" ("albumId", "userId", "familyId")
    SELECT ${id}::uuid, m."userId", m."familyId" FROM "Membership" m
    WHERE m."familyId" = ${familyId}::uuid AND m."userId" = ANY(${contributors}::uuid[])
    ON CONFLICT DO NOTHING`;
  await client.import.update({
    where: { id: importId },
    data: { albumIds: { push: id } },
    select: { id: true },
  });
}

/** Restores a notice as it was, once; nobody is notified again. */
async function restoreNotice(
  client: Prisma.TransactionClient,
  restoring: Restoring,
  exported: ExportedNotice,
): Promise<void> {
  const { success, data } = createNoticeSchema.safeParse(exported);
  if (!success) return;
  const { familyId } = restoring.job.actor;
  const createdAt = new Date(exported.at);
  const { title, message } = data;
  if ((await client.notice.count({ where: { familyId, title, message, createdAt } })) > 0) return;
  const likes = new Map(
    exported.likes.flatMap(({ by, at }) => {
      const userId = accountOf(restoring, by);
      return userId === undefined ? [] : [[userId, { userId, createdAt: new Date(at) }] as const];
    }),
  );
  const { id: objectId } = await client.notice.create({
    data: {
      ...{ familyId, title, message, createdAt, isActive: exported.isActive },
      createdById: authorOf(restoring, exported.by),
      likes: { create: [...likes.values()] },
    },
    select: { id: true },
  });
  await noteRestored(client, restoring.job.importId, objectId);
  await noteAttribution(client, restoring, exported.by, { kind: "notice", objectId, at: createdAt });
  for (const { by, at } of exported.likes) {
    await noteAttribution(client, restoring, by, { kind: "noticeLike", objectId, at: new Date(at) });
  }
}

/** Restores a book, once, under its maker if they are here. Unshared ones come only with their maker's own export. */
async function restoreBook(
  client: Prisma.TransactionClient,
  restoring: Restoring,
  exported: ExportedBook,
): Promise<void> {
  const { job, mediaOf } = restoring;
  const { familyId } = job.actor;
  const here = (id: string) => mediaOf.get(id) ?? [];
  const pages = exported.pages.map(({ items, ...page }) => ({ ...page, mediaIds: items.flatMap(here) }));
  const parsed = z.array(bookPageSchema).max(maxBookPages).safeParse(pages);
  const words = updateBookSchema.safeParse({
    version: 1,
    title: exported.title,
    subtitle: exported.subtitle,
  });
  if (!parsed.success || !words.success) return;
  const { kind, format, year, title, subtitle, isShared } = exported;
  const createdAt = new Date(exported.at);
  if ((await client.book.count({ where: { familyId, kind, title, createdAt } })) > 0) return;
  const { id } = await client.book.create({
    data: {
      ...{ familyId, kind, format, year, title, subtitle, isShared, createdAt, changedAt: createdAt },
      makerId: authorOf(restoring, exported.by),
      coverId: (exported.cover !== null && mediaOf.get(exported.cover)) || null,
      pages: parsed.data,
    },
    select: { id: true },
  });
  await noteRestored(client, job.importId, id);
}

/** Restores the covers of months that have none. */
const restoreMonthCovers = ({ importId, actor }: EntryJob) => db.$executeRaw`
  UPDATE "Media" m SET featured = true
  FROM (
    SELECT DISTINCT ON (x.year, x.month) x.id, x.year, x.month FROM "ImportEntry" e
    JOIN "Media" x ON x.id = e."mediaId" AND x."familyId" = e."familyId" AND x."deletedAt" IS NULL
    WHERE e."importId" = ${importId}::uuid AND e."familyId" = ${actor.familyId}::uuid AND e.state = 'added'
      AND e.facts #>> '{exact,isMonthCover}' = 'true'
    ORDER BY x.year, x.month, x.id
  ) cover
  WHERE m.id = cover.id AND m."familyId" = ${actor.familyId}::uuid AND NOT EXISTS (
    SELECT 1 FROM "Media" other WHERE other."familyId" = ${actor.familyId}::uuid AND other.year = cover.year
      AND other.month = cover.month AND other.featured AND other."deletedAt" IS NULL)`;

/** Whether the family has photos that this import didn't add, and thus a name people know and settings they chose. */
async function hadAnAlbum({ importId, actor: { familyId } }: EntryJob): Promise<boolean> {
  const [other] = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM "Media" m WHERE m."familyId" = ${familyId}::uuid AND NOT EXISTS (
      SELECT 1 FROM "ImportEntry" e WHERE e.id = m.id AND e."importId" = ${importId}::uuid AND e.state = 'added')
    LIMIT 1`;
  return other !== undefined;
}

/** Restores the family's name, and whether it shows places: when an album is moved, these stay as they were. */
async function restoreNames(
  { actor }: EntryJob,
  { name, icon, showsPlaces }: ExportHead["family"],
): Promise<void> {
  const { success, data } = updateFamilySchema.safeParse({ name, icon, showsPlaces });
  if (success) await updateFamily(actor, data);
}

/** What one family hid stays hidden in the other, whatever that one shows; places already hidden are left alone. */
async function restoreHiddenPlaces(
  familyId: string,
  places: ExportHead["family"]["hiddenPlaces"],
): Promise<void> {
  const known = await db.hiddenPlace.findMany({
    where: { familyId },
    select: { latitude: true, longitude: true },
  });
  const isKnown = ({ latitude, longitude }: CreateHiddenPlaceInput) =>
    known.some((one) => one.latitude === latitude && one.longitude === longitude);
  const added = places
    .flatMap((place) => createHiddenPlaceSchema.safeParse(place).data ?? [])
    .filter((place) => !isKnown(place))
    .slice(0, Math.max(0, maxHiddenPlaces - known.length));
  await db.hiddenPlace.createMany({ data: added.map((place) => ({ familyId, ...place })) });
}

async function restoreFamily({ job, mediaOf }: Restoring, { family }: ExportHead): Promise<void> {
  const { familyId } = job.actor;
  const firstYear = Math.max(family.firstYear, oldestYear);
  await db.family.updateMany({ where: { id: familyId, firstYear: { gt: firstYear } }, data: { firstYear } });
  if (!(await hadAnAlbum(job))) await restoreNames(job, family);
  await restoreHiddenPlaces(familyId, family.hiddenPlaces);
  const hashtags = family.featuredHashtags.flatMap((typed) => asHashtag(typed) ?? []);
  const now = Date.now();
  const room = maxFeaturedHashtags - (await db.featuredHashtag.count({ where: { familyId } }));
  await db.featuredHashtag.createMany({
    data: hashtags.slice(0, Math.max(room, 0)).map((hashtag, at) => ({
      ...{ familyId, hashtag, key: hashtag.slice(1).toLowerCase() },
      // Keeps their order.
      createdAt: new Date(now + at),
    })),
    skipDuplicates: true,
  });
  const welcomeMediaId = family.welcomeItem === null ? undefined : mediaOf.get(family.welcomeItem);
  if (welcomeMediaId === undefined) return;
  await db.family.updateMany({ where: { id: familyId, welcomeMediaId: null }, data: { welcomeMediaId } });
}

/** Restores a print order as it was, for people who want to look it up. */
async function restorePrintOrder(
  client: Prisma.TransactionClient,
  restoring: Restoring,
  exported: ExportedPrintOrder,
): Promise<void> {
  const { by, at, status, prints, number } = exported;
  const { importId, actor } = restoring.job;
  const { familyId } = actor;
  const order = {
    id: idOf([familyId, "printOrder", at, number], new Date(at)),
    userId: accountOf(restoring, by) ?? null,
    placedAt: new Date(at),
    status,
    prints: prints.map(({ item, ...print }) => ({
      ...print,
      mediaId: (item !== null && restoring.mediaOf.get(item)) || null,
    })),
  };
  await emit("printOrder.imported", { familyId, importId, order }, client);
  const attribution = { kind: "printOrder", objectId: order.id, at: order.placedAt } as const;
  await noteAttribution(client, restoring, by, attribution);
}

/** Restores a note about someone in the family, once. It is never attributed to someone who didn't write it. */
async function restoreGrowingNote(
  client: Prisma.TransactionClient,
  restoring: Restoring,
  exported: ExportedGrowingNote,
): Promise<void> {
  const { job, people, mediaOf } = restoring;
  const memberId = job.memberOf.get(people.nameOf(exported.person) ?? "");
  if (memberId === undefined) return;
  const { familyId } = job.actor;
  const createdById = accountOf(restoring, exported.by) ?? null;
  const mediaId = (exported.item !== null && mediaOf.get(exported.item)) || null;
  const id = await restoreNote(client, { familyId, memberId, mediaId, createdById }, exported);
  if (id !== null) await noteRestored(client, job.importId, id);
}

/**
 * Restores what a Keepsake export has besides its items, as far as the import's owner may write it: albums, and from a
 * whole album its notices, month icons, covers and featured hashtags. Repeating it changes nothing.
 * @throws ArchiveError, ArchiveGoneError, StorageError
 */
export async function restoreRest(
  job: EntryJob,
  row: { id: string; folder: string | null },
  archives: ReadonlyMap<string, ArchiveRow>,
): Promise<void> {
  const where = { importId: row.id, turn: turns.text };
  const text = await db.importEntry.findFirst({ where, select: entrySelect });
  if (!text) return;
  const numbers = {
    position: Number(text.position),
    bytes: Number(text.bytes),
    compressedBytes: Number(text.compressedBytes),
  };
  const member = { ...text, ...numbers, modifiedMs: 0, refusal: null };
  const archive = text.archiveId === null ? null : (archives.get(text.archiveId) ?? null);
  const restoring = { job, people: new ExportedPeople(), mediaOf: await findMedia(job) };
  const { actor, bringsWords } = job;
  const recordings = new RestoredRecordings(actor.familyId);
  for await (const line of readExport(readMember(member, archive, row.folder))) {
    if ("head" in line) {
      if (bringsWords) await restoreFamily(restoring, line.head);
    } else if (line.list === "people") restoring.people.add(line.value);
    else if (line.list === "items" && bringsWords) recordings.find(line.value, restoring.mediaOf);
    else if (line.list === "albums") await restoreOne(restoring, restoreAlbum, line.value);
    else if (line.list === "books") await restoreOne(restoring, restoreBook, line.value);
    else if (line.list === "notices" && bringsWords) await restoreOne(restoring, restoreNotice, line.value);
    else if (line.list === "printOrders" && bringsWords)
      await restoreOne(restoring, restorePrintOrder, line.value);
    else if (line.list === "growingNotes" && bringsWords)
      await restoreOne(restoring, restoreGrowingNote, line.value);
    else if (line.list === "monthIcons" && may(actor, "monthIcons.manage")) {
      const { data } = setMonthIconSchema.safeParse({ ...line.value, iconName: line.value.icon });
      if (!data) continue;
      await db.monthIcon.createMany({ data: { familyId: actor.familyId, ...data }, skipDuplicates: true });
    }
  }
  await recordings.restore(archive === null ? [] : [...archives.values()], row.folder, folderOf(text.path));
  if (may(actor, "media.feature")) await restoreMonthCovers(job);
}
