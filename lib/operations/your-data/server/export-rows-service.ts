import { visibleOrigin } from "@/lib/account/security/server/activity-service";
import { factsSelect, type StoredFacts } from "@/lib/album/media/server/facts-service";
import { awaitsDecision } from "@/lib/album/media/server/trash-rule";
import type { Actor } from "@/lib/core/auth/server/actor";
import { readUserSettings } from "@/lib/core/settings/schema";
import { db } from "@/lib/db";
import { notSignedIn } from "@/lib/http/errors";
import { type ExportedPlace, exportNamer } from "@/lib/operations/your-data/server/export-names";
import { inPages, pageSize } from "@/lib/operations/your-data/server/export-pages";
import { ownMessages } from "@/lib/operations/your-data/server/own-messages-service";

/** The account's own data; never a hash or a secret. */
export async function readAccount({ userId }: Actor) {
  const user = await db.user.findUnique({
    where: { id: userId },
    select: {
      id: true,
      username: true,
      title: true,
      email: true,
      phoneNumber: true,
      addressFullName: true,
      addressLine1: true,
      addressLine2: true,
      addressCity: true,
      addressPostcode: true,
      addressCountry: true,
      onboardingCompleted: true,
      isChild: true,
      createdAt: true,
      updatedAt: true,
      settings: true,
      digestSentAt: true,
      totpEnabledAt: true,
      passkeys: { select: { name: true, createdAt: true, lastUsedAt: true } },
      keys: {
        select: {
          familyId: true,
          name: true,
          scopes: true,
          createdAt: true,
          lastUsedOn: true,
          lastNetwork: true,
        },
      },
      linkedIdentities: { select: { provider: true, subject: true, email: true, createdAt: true } },
    },
  });
  if (!user) throw notSignedIn();
  return { ...user, settings: readUserSettings(user.settings) };
}

/** The families the person belongs to, when their albums begin, their role there, and their entry among its people. */
export async function readFamilies({ userId }: Actor) {
  const memberships = await db.membership.findMany({
    where: { userId },
    select: {
      role: true,
      joinedAt: true,
      hasLetter: true,
      family: {
        select: {
          id: true,
          name: true,
          firstYear: true,
          persons: { where: { userId }, select: { name: true, nickname: true, birthDate: true } },
        },
      },
    },
    orderBy: { joinedAt: "asc" },
  });
  return memberships.map(({ role, joinedAt, family: { id, name, firstYear, persons } }) => ({
    id,
    name,
    firstYear,
    role,
    joinedAt,
    you: persons[0] ?? null,
  }));
}

export function readSessions({ userId }: Actor) {
  return db.session.findMany({
    where: { userId },
    select: {
      id: true,
      method: true,
      userAgent: true,
      ipAddress: true,
      createdAt: true,
      lastSeenAt: true,
      expiresAt: true,
    },
    orderBy: { createdAt: "asc" },
  });
}

/** Mail and SMS to the person, without their text, which may contain a link that gives access. */
export async function readMessages(actor: Actor) {
  return db.outboxMessage.findMany({
    where: await ownMessages(actor),
    select: { channel: true, template: true, recipient: true, subject: true, state: true, createdAt: true },
    orderBy: { createdAt: "asc" },
  });
}

export function readInvitations({ userId }: Actor) {
  return db.invitation.findMany({
    where: { invitedById: userId },
    select: { familyId: true, username: true, email: true, isAdmin: true, createdAt: true, acceptedAt: true },
    orderBy: { createdAt: "asc" },
  });
}

/** What the person reported: problems, and items that should not be in the album. */
export async function readReports({ userId }: Actor) {
  const [issues, content] = await Promise.all([
    db.issueReport.findMany({
      where: { userId },
      select: { title: true, message: true, answer: true, createdAt: true },
      orderBy: { createdAt: "asc" },
    }),
    db.contentReport.findMany({
      where: { reporterId: userId },
      select: { familyId: true, mediaId: true, reason: true, decision: true, createdAt: true },
      orderBy: { createdAt: "asc" },
    }),
  ]);
  return { issues, content };
}

/** The activity log about the account and the person's actions. */
export function readActivity(actor: Actor) {
  return inPages(async (after) => {
    const rows = await db.activityEntry.findMany({
      where: {
        OR: [{ subjectId: actor.userId }, { actorId: actor.userId }],
        ...(after ? { id: { gt: after } } : {}),
      },
      select: {
        id: true,
        at: true,
        action: true,
        familyId: true,
        actorId: true,
        ipAddress: true,
        userAgent: true,
      },
      orderBy: { id: "asc" },
      take: pageSize,
    });
    return rows.map(({ actorId, ipAddress, userAgent, ...entry }) => ({
      ...entry,
      ...visibleOrigin(actor, { actorId, ipAddress, userAgent }),
    }));
  });
}

export async function* heartsOf({ userId }: Actor) {
  const rows = inPages(async (after) => {
    const hearts = await db.heart.findMany({
      where: { userId, ...(after ? { mediaId: { gt: after } } : {}) },
      select: { mediaId: true, familyId: true, createdAt: true },
      orderBy: { mediaId: "asc" },
      take: pageSize,
    });
    return hearts.map((heart) => ({ id: heart.mediaId, ...heart }));
  });
  for await (const { id: _, ...heart } of rows) yield heart;
}

const readOwnComments = ({ userId }: Actor, where: { recording?: { isNot: null } } = {}) =>
  inPages((after) =>
    db.comment.findMany({
      where: { userId, ...where, ...(after ? { id: { gt: after } } : {}) },
      select: {
        ...{ id: true, mediaId: true, familyId: true, text: true, createdAt: true, editedAt: true },
        recording: { select: { storagePath: true, durationMs: true } },
      },
      orderBy: { id: "asc" },
      take: pageSize,
    }),
  );

const voicePlace = (commentId: string) => `voice-notes/${commentId}.m4a`;

/** The person's comments, and where the recordings of their voice notes are. */
export async function* readComments(actor: Actor) {
  for await (const { recording, ...comment } of readOwnComments(actor)) {
    const { durationMs } = recording ?? {};
    yield recording ? { ...comment, recording: { place: voicePlace(comment.id), durationMs } } : comment;
  }
}

/** The recordings of the person's voice notes. */
export async function* recordingsOf(actor: Actor) {
  for await (const { id, createdAt, recording } of readOwnComments(actor, { recording: { isNot: null } })) {
    if (recording) yield { storagePath: recording.storagePath, place: voicePlace(id), mtime: createdAt };
  }
}

/** The albums that the person made. */
export function readAlbums({ userId }: Actor) {
  return inPages((after) =>
    db.album.findMany({
      where: { createdById: userId, ...(after ? { id: { gt: after } } : {}) },
      select: { id: true, familyId: true, title: true, story: true, order: true, createdAt: true },
      orderBy: { id: "asc" },
      take: pageSize,
    }),
  );
}

/** The photo books and calendars that the person made. */
export function readBooks({ userId }: Actor) {
  return inPages((after) =>
    db.book.findMany({
      where: { makerId: userId, ...(after ? { id: { gt: after } } : {}) },
      select: {
        ...{ id: true, familyId: true, kind: true, format: true, year: true, title: true, subtitle: true },
        ...{ coverId: true, pages: true, isShared: true, createdAt: true, changedAt: true },
      },
      orderBy: { id: "asc" },
      take: pageSize,
    }),
  );
}

/** What the person added to albums. */
export async function* albumItemsOf({ userId }: Actor) {
  const rows = inPages(async (after) => {
    const [albumId = "", mediaId = ""] = after?.split(" ") ?? [];
    const items = await db.albumItem.findMany({
      where: {
        addedById: userId,
        ...(after ? { OR: [{ albumId: { gt: albumId } }, { albumId, mediaId: { gt: mediaId } }] } : {}),
      },
      select: { albumId: true, mediaId: true, familyId: true, addedAt: true },
      orderBy: [{ albumId: "asc" }, { mediaId: "asc" }],
      take: pageSize,
    });
    return items.map((item) => ({ ...item, id: `${item.albumId} ${item.mediaId}` }));
  });
  for await (const { id: _, ...item } of rows) yield item;
}

/** What the person doesn't want to be reminded of. */
export async function readHiddenMemories({ userId }: Actor) {
  const of = { where: { userId }, orderBy: { createdAt: "asc" } } as const;
  return {
    photos: await db.hiddenMemory.findMany({
      ...of,
      select: { mediaId: true, familyId: true, createdAt: true },
    }),
    people: await db.hiddenMemoryPerson.findMany({
      ...of,
      select: { memberId: true, familyId: true, createdAt: true },
    }),
  };
}

/** The person's notes about others as they grew, and others' notes about them. */
export async function* growingNotesOf({ userId }: Actor) {
  const rows = inPages((after) =>
    db.growingNote.findMany({
      where: {
        OR: [{ createdById: userId }, { member: { userId } }],
        ...(after ? { id: { gt: after } } : {}),
      },
      select: {
        id: true,
        familyId: true,
        kind: true,
        day: true,
        text: true,
        heightMm: true,
        mediaId: true,
        createdAt: true,
        createdById: true,
        member: { select: { userId: true, name: true } },
      },
      orderBy: { id: "asc" },
      take: pageSize,
    }),
  );
  for await (const { createdById, member, day, ...note } of rows) {
    yield {
      ...note,
      day: day.toISOString().slice(0, 10),
      about: member.name,
      isYou: member.userId === userId,
      byYou: createdById === userId,
    };
  }
}

/** The films the person made. */
export function readFilms({ userId }: Actor) {
  return db.film.findMany({
    where: { madeById: userId },
    select: {
      id: true,
      familyId: true,
      kind: true,
      title: true,
      mediaIds: true,
      state: true,
      mediaId: true,
      createdAt: true,
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** The person's notifications, with their stored text. */
export function readNotifications({ userId }: Actor) {
  return inPages((after) =>
    db.notification.findMany({
      where: { userId, ...(after ? { id: { gt: after } } : {}) },
      select: {
        id: true,
        familyId: true,
        kind: true,
        title: true,
        message: true,
        url: true,
        createdAt: true,
        deliveredAt: true,
        readAt: true,
      },
      orderBy: { id: "asc" },
      take: pageSize,
    }),
  );
}

/** The pictures that the person is on, and those on which they tagged someone. */
export async function* tagsOf({ userId }: Actor) {
  const rows = inPages(async (after) => {
    const [mediaId = "", memberId = ""] = after?.split(" ") ?? [];
    const tags = await db.mediaTag.findMany({
      where: {
        OR: [{ member: { userId } }, { taggedById: userId }],
        ...(after
          ? { AND: [{ OR: [{ mediaId: { gt: mediaId } }, { mediaId, memberId: { gt: memberId } }] }] }
          : {}),
      },
      select: {
        mediaId: true,
        memberId: true,
        familyId: true,
        taggedById: true,
        createdAt: true,
        member: { select: { userId: true } },
      },
      orderBy: [{ mediaId: "asc" }, { memberId: "asc" }],
      take: pageSize,
    });
    return tags.map((tag) => ({ ...tag, id: `${tag.mediaId} ${tag.memberId}` }));
  });
  for await (const { mediaId, familyId, createdAt, taggedById, member } of rows) {
    yield { mediaId, familyId, createdAt, isYou: member.userId === userId, byYou: taggedById === userId };
  }
}

/** What the person posted on the notice board, and which notices they like. */
export async function readNotices({ userId }: Actor) {
  const [written, liked] = await Promise.all([
    db.notice.findMany({
      where: { createdById: userId },
      select: { id: true, familyId: true, title: true, message: true, isActive: true, createdAt: true },
      orderBy: { createdAt: "asc" },
    }),
    db.noticeLike.findMany({
      where: { userId },
      select: { noticeId: true, createdAt: true },
      orderBy: { createdAt: "asc" },
    }),
  ]);
  return { written, liked };
}

/** The messages that the person sent to a family as an admin. */
export function readAdminMessages({ userId }: Actor) {
  return db.adminMessage.findMany({
    where: { senderId: userId },
    select: {
      familyId: true,
      title: true,
      message: true,
      audience: true,
      recipients: true,
      createdAt: true,
    },
    orderBy: { createdAt: "asc" },
  });
}

/** The browsers that get push notifications; never their addresses and keys, with which anyone could send. */
export function readPushDevices({ userId }: Actor) {
  return db.pushSubscription.findMany({
    where: { userId },
    select: { userAgent: true, createdAt: true, lastSuccessAt: true },
    orderBy: { createdAt: "asc" },
  });
}

/** What an upload's file says about itself, as far as the album shows it to the person. */
function visibleFacts(
  { isChild }: Actor,
  { showsPlaces }: { showsPlaces: boolean },
  facts: StoredFacts | null,
): StoredFacts | null {
  if (isChild || !facts) return null;
  return showsPlaces ? facts : { ...facts, latitude: null, longitude: null, altitudeM: null };
}

/** An upload's place in the ZIP. */
export interface UploadPlace {
  id: string;
  family: { id: string; name: string; showsPlaces: boolean };
  place: string;
  clipPlace: string | null;
}

/**
 * What the person has uploaded to the families they belong to, by family, year and month. One statement for each
 * family, so that items moved meanwhile aren't missed.
 */
export async function listUploads({ userId }: Actor): Promise<UploadPlace[]> {
  const families = await db.family.findMany({
    where: { memberships: { some: { userId } } },
    select: { id: true, name: true, showsPlaces: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  const nameOf = exportNamer();
  const uploads: UploadPlace[] = [];
  for (const family of families) {
    const rows = await db.$queryRaw<(Omit<ExportedPlace, "family"> & { id: string })[]>`
      SELECT m.id, m.year, m.month, m."fileName", c."fileName" AS "clipName"
      FROM "Media" m LEFT JOIN "MediaClip" c ON c."mediaId" = m.id
      WHERE m."familyId" = ${family.id}::uuid AND m."uploaderId" = ${userId}::uuid AND NOT ${awaitsDecision}
      ORDER BY m.year, m.month, m.id`;
    for (const { id, ...named } of rows) uploads.push({ id, family, ...nameOf({ family, ...named }) });
  }
  return uploads;
}

/** The listed uploads; null in place of one that has been removed meanwhile. */
export async function* readUploads(actor: Actor, uploads: readonly UploadPlace[]) {
  for (let at = 0; at < uploads.length; at += pageSize) {
    const page = uploads.slice(at, at + pageSize);
    const rows = await findUploads(
      actor,
      page.map(({ id }) => id),
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const listed of page) yield { listed, upload: uploadOf(actor, listed, byId.get(listed.id)) };
  }
}

type UploadRow = Awaited<ReturnType<typeof findUploads>>[number];

function uploadOf(actor: Actor, { family, place, clipPlace }: UploadPlace, row: UploadRow | undefined) {
  if (!row) return null;
  const clip = row.clip && clipPlace !== null ? { ...row.clip, place: clipPlace } : null;
  return { ...row, facts: visibleFacts(actor, family, row.facts), familyName: family.name, place, clip };
}
export type ExportedUpload = NonNullable<ReturnType<typeof uploadOf>>;

function findUploads({ userId }: Actor, ids: readonly string[]) {
  return db.media.findMany({
    where: {
      id: { in: [...ids] },
      uploaderId: userId,
      family: { memberships: { some: { userId } } },
      // Nobody can take a reported item away until an admin has decided.
      contentReports: { none: { decision: null } },
    },
    select: {
      id: true,
      familyId: true,
      fileName: true,
      mimeType: true,
      year: true,
      month: true,
      yearPrecision: true,
      description: true,
      uploadDate: true,
      takenAt: true,
      sha256: true,
      bytes: true,
      width: true,
      height: true,
      durationMs: true,
      edits: true,
      deletedAt: true,
      storagePath: true,
      hashtags: { select: { hashtag: true } },
      facts: { select: factsSelect },
      clip: {
        select: {
          fileName: true,
          mimeType: true,
          sha256: true,
          sha1: true,
          bytes: true,
          durationMs: true,
          storagePath: true,
        },
      },
    },
  });
}
