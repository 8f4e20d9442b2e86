import { bookSelect, pagesOf } from "@/lib/album/books/server/stored-book";
import type {
  ExportedAlbum,
  ExportedBook,
  ExportedGrowingNote,
  ExportedMonthIcon,
  ExportedNotice,
  ExportedPrintOrder,
  ExportHead,
} from "@/lib/album/exports/format";
import { findAttributions } from "@/lib/album/imported-people/server/attribution-service";
import { circleSelect } from "@/lib/album/places/server/shown-places";
import { db } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";
import type { ImportedAttributionKind } from "@/lib/generated/prisma/enums";
import { notFound } from "@/lib/http/errors";
import type { ExportedPeople, ExportOf } from "@/lib/operations/exports/server/people-service";
import { inPages, pageSize } from "@/lib/operations/your-data/server/export-pages";

/** A page of rows, by id. */
const pageAfter = (after: string | null) => ({
  orderBy: { id: "asc" as const },
  take: pageSize,
  after: after ? { id: { gt: after } } : {},
});

/** The people who did this in another installation and have no account in this one. */
async function attributedTo(
  familyId: string,
  kind: ImportedAttributionKind,
  objectId: string,
  { importedPersonOf }: ExportedPeople,
): Promise<{ by: string; at: string }[]> {
  const attributions = (await findAttributions(familyId, kind, [objectId])).get(objectId) ?? [];
  return attributions.flatMap(({ importedPersonId, at }) => {
    const by = importedPersonOf(importedPersonId);
    return by === null ? [] : [{ by, at: at.toISOString() }];
  });
}

/** The facts about the family itself. @throws AppError 404 */
export async function readFamilyHead(
  { familyId, scope }: ExportOf,
  exported: ReadonlySet<string>,
): Promise<ExportHead["family"]> {
  const family = await db.family.findUnique({
    where: { id: familyId },
    select: {
      name: true,
      icon: true,
      firstYear: true,
      showsPlaces: true,
      welcomeMediaId: true,
      hiddenPlaces: { select: { name: true, ...circleSelect }, orderBy: { id: "asc" } },
      featuredHashtags: { select: { hashtag: true }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] },
    },
  });
  if (!family) throw notFound();
  const { featuredHashtags, hiddenPlaces, welcomeMediaId, ...head } = family;
  const isWhole = scope === "family";
  return {
    ...head,
    hiddenPlaces: isWhole ? hiddenPlaces : [],
    featuredHashtags: isWhole ? featuredHashtags.map(({ hashtag }) => hashtag) : [],
    welcomeItem: isWhole && welcomeMediaId !== null && exported.has(welcomeMediaId) ? welcomeMediaId : null,
  };
}

interface AlbumItemRow {
  mediaId: string;
  addedById: string | null;
  addedAt: Date;
  isCover: boolean;
}

/** In the album's order, or in its arrangement by hand if it has one. */
function listAlbumItems(albumId: string, isArranged: boolean): Promise<AlbumItemRow[]> {
  const byPlace = isArranged
    ? Sql.sql`i.position, i."mediaId"`
    : Sql.sql`i."filedMonth", i."sortAt", i."mediaId"`;
  return db.$queryRaw<AlbumItemRow[]>`
    SELECT i."mediaId", i."addedById", i."addedAt", i."isCover" FROM "AlbumItem" i
    WHERE i."albumId" = ${albumId}::uuid AND i."isShown" ORDER BY ${byPlace}`;
}

/** The family's albums; for an export of one's own uploads, the person's own albums with only those items. */
export async function* readAlbums(
  { familyId, scope, userId }: ExportOf,
  people: ExportedPeople,
  exported: ReadonlySet<string>,
): AsyncGenerator<ExportedAlbum> {
  const { personOf } = people;
  const albums = inPages((last) => {
    const { after, ...page } = pageAfter(last);
    return db.album.findMany({
      where: { familyId, ...(scope === "own" ? { createdById: userId } : {}), ...after },
      select: {
        id: true,
        title: true,
        story: true,
        order: true,
        adders: true,
        isArranged: true,
        createdById: true,
        createdAt: true,
        contributors: { select: { userId: true }, orderBy: { userId: "asc" } },
      },
      ...page,
    });
  });
  for await (const { isArranged, createdById, createdAt, contributors, ...album } of albums) {
    const hasPlaces = isArranged || album.order === "hand";
    const items = await listAlbumItems(album.id, hasPlaces);
    yield {
      ...album,
      isArranged: hasPlaces,
      createdBy: (await attributedTo(familyId, "album", album.id, people))[0]?.by ?? personOf(createdById),
      createdAt: createdAt.toISOString(),
      contributors: contributors.flatMap(({ userId: one }) => personOf(one) ?? []),
      items: items
        .filter(({ mediaId }) => exported.has(mediaId))
        .map(({ mediaId, addedById, addedAt, isCover }) => ({
          item: mediaId,
          by: personOf(addedById),
          at: addedAt.toISOString(),
          isCover,
        })),
    };
  }
}

export async function* readNotices(
  { familyId }: ExportOf,
  people: ExportedPeople,
): AsyncGenerator<ExportedNotice> {
  const { personOf } = people;
  const notices = inPages((last) => {
    const { after, ...page } = pageAfter(last);
    return db.notice.findMany({
      where: { familyId, ...after },
      select: {
        id: true,
        title: true,
        message: true,
        isActive: true,
        createdById: true,
        createdAt: true,
        likes: {
          select: { userId: true, createdAt: true },
          orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        },
      },
      ...page,
    });
  });
  for await (const { id, createdById, createdAt, likes, ...notice } of notices) {
    const liked = likes.flatMap((like) => {
      const by = personOf(like.userId);
      return by === null ? [] : [{ by, at: like.createdAt.toISOString() }];
    });
    yield {
      ...notice,
      by: (await attributedTo(familyId, "notice", id, people))[0]?.by ?? personOf(createdById),
      at: createdAt.toISOString(),
      likes: [...liked, ...(await attributedTo(familyId, "noticeLike", id, people))],
    };
  }
}

export async function* readMonthIcons({ familyId }: ExportOf): AsyncGenerator<ExportedMonthIcon> {
  const icons = await db.monthIcon.findMany({
    where: { familyId },
    select: { year: true, month: true, iconName: true },
    orderBy: [{ year: "asc" }, { month: "asc" }],
  });
  for (const { iconName: icon, ...month } of icons) yield { ...month, icon };
}

interface CropRow {
  cropX: number | null;
  cropY: number | null;
  cropWidth: number | null;
  cropHeight: number | null;
}

function cropOf({ cropX: x, cropY: y, cropWidth: width, cropHeight: height }: CropRow) {
  if (x === null || y === null || width === null || height === null) return null;
  return { x, y, width, height };
}

export async function* readPrintOrders(
  { familyId }: ExportOf,
  people: ExportedPeople,
  exported: ReadonlySet<string>,
): AsyncGenerator<ExportedPrintOrder> {
  const { personOf } = people;
  const orders = inPages((last) => {
    const { after, ...page } = pageAfter(last);
    return db.printOrder.findMany({
      where: { familyId, ...after },
      select: {
        id: true,
        number: true,
        userId: true,
        placedAt: true,
        status: true,
        items: {
          select: {
            mediaId: true,
            fileName: true,
            size: true,
            finish: true,
            quantity: true,
            cropX: true,
            cropY: true,
            cropWidth: true,
            cropHeight: true,
          },
          orderBy: { id: "asc" },
        },
      },
      ...page,
    });
  });
  for await (const { id, number, userId, placedAt, status, items } of orders) {
    yield {
      number,
      by: (await attributedTo(familyId, "printOrder", id, people))[0]?.by ?? personOf(userId),
      at: placedAt.toISOString(),
      status,
      prints: items.map(({ mediaId, fileName, size, finish, quantity, ...crop }) => ({
        item: mediaId !== null && exported.has(mediaId) ? mediaId : null,
        fileName,
        size,
        finish,
        quantity,
        crop: cropOf(crop),
      })),
    };
  }
}

/** Notes about the family's people as they grew. */
export async function* readGrowingNotes(
  { familyId }: ExportOf,
  { personOf, isKnown }: ExportedPeople,
  exported: ReadonlySet<string>,
): AsyncGenerator<ExportedGrowingNote> {
  const notes = inPages((last) => {
    const { after, ...page } = pageAfter(last);
    return db.growingNote.findMany({
      where: { familyId, ...after },
      select: {
        id: true,
        memberId: true,
        kind: true,
        day: true,
        text: true,
        heightMm: true,
        mediaId: true,
        createdById: true,
        createdAt: true,
      },
      ...page,
    });
  });
  for await (const { memberId, kind, day, text, heightMm, mediaId, createdById, createdAt } of notes) {
    if (!isKnown(memberId)) continue;
    yield {
      person: memberId,
      kind,
      day: day.toISOString().slice(0, 10),
      text,
      heightCm: heightMm === null ? null : heightMm / 10,
      item: mediaId !== null && exported.has(mediaId) ? mediaId : null,
      by: personOf(createdById),
      at: createdAt.toISOString(),
    };
  }
}

/** The person's own books and, with the whole album, shared ones: the others are their makers' secrets. */
export async function* readBooks(
  { familyId, scope, userId }: ExportOf,
  { personOf }: ExportedPeople,
  exported: ReadonlySet<string>,
): AsyncGenerator<ExportedBook> {
  const own = userId === null ? [] : [{ makerId: userId }];
  const books = inPages((last) => {
    const { after, ...page } = pageAfter(last);
    return db.book.findMany({
      where: { AND: [{ familyId, OR: scope === "own" ? own : [...own, { isShared: true }] }, after] },
      select: bookSelect,
      ...page,
    });
  });
  for await (const row of books) {
    const { kind, format, year, title, subtitle, makerId, createdAt, isShared, coverId } = row;
    yield {
      ...{ kind, format, year, title, subtitle, isShared },
      by: personOf(makerId),
      at: createdAt.toISOString(),
      cover: coverId !== null && exported.has(coverId) ? coverId : null,
      pages: pagesOf(row).map(({ mediaIds, ...page }) => ({
        ...page,
        items: mediaIds.filter((id) => exported.has(id)),
      })),
    };
  }
}
