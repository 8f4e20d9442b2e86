import type {
  ActivityEntryDto,
  ActivityFilters,
  ActivityLogDto,
  ActivityLogQuery,
} from "@/lib/core/activity/schema";
import { db, type Prisma } from "@/lib/db";
import { badInput } from "@/lib/http/errors";
import { likeText } from "@/lib/shared/like-text";
import { dayMs } from "@/lib/shared/units";
import { isUuid } from "@/lib/shared/uuid";

const entrySelect = {
  id: true,
  at: true,
  action: true,
  actorId: true,
  subjectId: true,
  familyId: true,
  detail: true,
  ipAddress: true,
  userAgent: true,
} as const satisfies Prisma.ActivityEntrySelect;
type EntryRow = Prisma.ActivityEntryGetPayload<{ select: typeof entrySelect }>;

/** A position in the log, latest first. */
interface Place {
  at: Date;
  id: string;
}

const cursorOf = ({ at, id }: Place) => `${at.toISOString()}_${id}`;

function placeIn(cursor: string): Place {
  const [at = "", id = ""] = cursor.split("_");
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime()) || !isUuid(id)) throw badInput("cursor", "This page no longer exists");
  return { at: moment, id };
}

/** @returns null when nothing can match: nobody has the requested name */
async function whereOf(filters: ActivityFilters): Promise<Prisma.ActivityEntryWhereInput | null> {
  const { action, person, family, from, to } = filters;
  const conditions: Prisma.ActivityEntryWhereInput[] = [];
  if (action?.trim()) conditions.push({ action: { startsWith: action.trim() } });
  if (family) conditions.push({ familyId: family });
  if (from) conditions.push({ at: { gte: new Date(`${from}T00:00:00Z`) } });
  if (to) conditions.push({ at: { lt: new Date(new Date(`${to}T00:00:00Z`).getTime() + dayMs) } });
  if (person?.trim()) {
    const found = await db.user.findMany({
      where: { username: { contains: likeText(person), mode: "insensitive" } },
      select: { id: true },
      take: 200,
    });
    if (found.length === 0) return null;
    const ids = { in: found.map(({ id }) => id) };
    conditions.push({ OR: [{ actorId: ids }, { subjectId: ids }] });
  }
  return { AND: conditions };
}

const someIds = (ids: (string | null)[]) => [...new Set(ids.flatMap((id) => id ?? []))];

/** Entries store only ids: names are looked up on reading, if the account still exists. */
async function named(rows: EntryRow[]): Promise<ActivityEntryDto[]> {
  const [users, families] = await Promise.all([
    db.user.findMany({
      where: { id: { in: someIds(rows.flatMap(({ actorId, subjectId }) => [actorId, subjectId])) } },
      select: { id: true, username: true },
    }),
    db.family.findMany({
      where: { id: { in: someIds(rows.map(({ familyId }) => familyId)) } },
      select: { id: true, name: true },
    }),
  ]);
  const names = new Map([
    ...users.map(({ id, username }) => [id, username] as const),
    ...families.map(({ id, name }) => [id, name] as const),
  ]);
  const one = (id: string | null) => id && { id, name: names.get(id) ?? null };
  return rows.map(({ actorId, subjectId, familyId, at, detail, ...row }) => ({
    ...row,
    at: at.toISOString(),
    detail: (detail ?? {}) as Record<string, unknown>,
    actor: one(actorId) || null,
    subject: one(subjectId) || null,
    family: one(familyId) || null,
  }));
}

async function readPage(
  where: Prisma.ActivityEntryWhereInput,
  after: Place | null,
  take: number,
): Promise<EntryRow[]> {
  const older = after && {
    OR: [{ at: { lt: after.at } }, { at: after.at, id: { lt: after.id } }],
  };
  return db.activityEntry.findMany({
    where: older ? { AND: [where, older] } : where,
    select: entrySelect,
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take,
  });
}

/** Who did what, when, and from where: latest first. */
export async function listActivity({ limit, cursor, ...filters }: ActivityLogQuery): Promise<ActivityLogDto> {
  const place = cursor ? placeIn(cursor) : null;
  const where = await whereOf(filters);
  if (!where) return { items: [], nextCursor: null };
  const rows = await readPage(where, place, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: await named(shown), nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}

const exportedAtOnce = 1000;

/** All matching entries, in batches: a log of several years doesn't have to fit into memory. */
export async function* eachActivity(filters: ActivityFilters): AsyncGenerator<ActivityEntryDto[]> {
  const where = await whereOf(filters);
  if (!where) return;
  for (let place: Place | null = null; ; ) {
    const rows: EntryRow[] = await readPage(where, place, exportedAtOnce);
    const last: EntryRow | undefined = rows.at(-1);
    if (!last) return;
    yield await named(rows);
    if (rows.length < exportedAtOnce) return;
    place = last;
  }
}
