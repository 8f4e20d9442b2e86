import { decodeCursor, encodeCursor } from "@/lib/album/media/server/cursor";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { may } from "@/lib/core/auth/server/permissions";
import { shownName } from "@/lib/core/names/server/display-name";
import { notify } from "@/lib/core/notify/server/notify-service";
import { db, type Prisma } from "@/lib/db";
import { Prisma as Sql } from "@/lib/generated/prisma/client";
import { AppError, forbidden } from "@/lib/http/errors";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import type {
  AdminMessageDto,
  AdminMessagePageDto,
  MessageAudience,
  SendMessageInput,
} from "@/lib/notify/admin-messages/schema";
import type { PageQuery } from "@/lib/shared/pagination";
import { isUuid } from "@/lib/shared/uuid";

const pageSize = 20;
/** Every phone rings: enough for a busy holiday, too few to be a nuisance. */
const messagesPerFamily = { name: "admin-message", points: 30, seconds: 3600 };

function requireCanSend(actor: MemberActor): void {
  if (!may(actor, "family.sendMessages")) throw forbidden("Only the family's admins can do this.");
}

interface HistoryRow {
  id: string;
  title: string;
  message: string;
  audience: unknown;
  createdAt: Date;
  sentByUsername: string | null;
  sentByName: string | null;
  recipients: number;
  delivered: number;
  read: number;
}

const historyDto = (row: HistoryRow): AdminMessageDto => ({
  ...row,
  audience: row.audience as MessageAudience,
  createdAt: row.createdAt.toISOString(),
});

/** `rest`: conditions on m that follow a WHERE, and the order. */
function selectHistory(client: Prisma.TransactionClient, rest: Sql.Sql): Promise<HistoryRow[]> {
  return client.$queryRaw<HistoryRow[]>`
    SELECT m.id, m.title, m.message, m.audience, m."createdAt", u.username AS "sentByUsername",
           ${shownName} AS "sentByName", m.recipients,
           shown.delivered, shown.read
    FROM "AdminMessage" m LEFT JOIN "User" u ON u.id = m."senderId"
    LEFT JOIN "FamilyMember" p ON p."userId" = u.id AND p."familyId" = m."familyId"
    CROSS JOIN LATERAL (
      SELECT count(n."deliveredAt")::int AS delivered, count(n."readAt")::int AS read
      FROM "Notification" n WHERE n."adminMessageId" = m.id) shown
    WHERE ${rest}`;
}

/** @throws AppError 422 for someone who is not in the family */
async function requireOwnPeople(
  client: Prisma.TransactionClient,
  familyId: string,
  ids: readonly string[],
): Promise<void> {
  const known = ids.every(isUuid)
    ? await client.membership.count({ where: { familyId, userId: { in: [...ids] } } })
    : -1;
  if (known === ids.length) return;
  throw new AppError(
    "unknown_recipient",
    422,
    "Someone you chose is no longer in your family. Nothing was sent; please choose again.",
    { field: "audience" },
  );
}

/**
 * Sends a message to the family, in the album and by push. The sender isn't notified.
 * @throws AppError 403, 422 with the field audience, 429
 */
export async function sendAdminMessage(
  actor: MemberActor,
  input: SendMessageInput,
): Promise<AdminMessageDto> {
  requireCanSend(actor);
  const { familyId, userId } = actor;
  const { title, message } = input;
  const audience = typeof input.audience === "string" ? input.audience : [...new Set(input.audience)];
  await consumeRateLimit(messagesPerFamily, familyId);
  return db.$transaction(async (client) => {
    if (typeof audience !== "string") await requireOwnPeople(client, familyId, audience);
    const { id } = await client.adminMessage.create({
      data: { familyId, senderId: userId, title, message, audience, recipients: 0 },
      select: { id: true },
    });
    const event = {
      kind: "adminMessage",
      familyId,
      actorId: userId,
      adminMessageId: id,
      title,
      message,
      url: "/notifications",
    } as const;
    const recipients = await notify(event, audience === "all" ? "family" : audience, { client });
    await client.adminMessage.update({ where: { id }, data: { recipients }, select: { id: true } });
    const [row] = await selectHistory(client, Sql.sql`m.id = ${id}::uuid`);
    if (!row) throw new Error("The message was not saved");
    return historyDto(row);
  });
}

/** Sent messages, latest first, with how many people received and read them. @throws AppError 400, 403 */
export async function listAdminMessages(actor: MemberActor, query: PageQuery): Promise<AdminMessagePageDto> {
  requireCanSend(actor);
  const { familyId } = actor;
  const limit = query.limit ?? pageSize;
  const offset = query.offset ?? 0;
  const cursor = query.cursor ? decodeCursor(query.cursor) : null;
  const after = cursor
    ? Sql.sql`AND (m."createdAt", m.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
    : Sql.empty;
  const [rows, total] = await Promise.all([
    selectHistory(
      db,
      Sql.sql`m."familyId" = ${familyId}::uuid ${after}
        ORDER BY m."createdAt" DESC, m.id DESC LIMIT ${limit + 1} OFFSET ${cursor ? 0 : offset}`,
    ),
    db.adminMessage.count({ where: { familyId } }),
  ]);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return {
    items: page.map(historyDto),
    pagination: { total, limit, offset, hasMore },
    nextCursor: hasMore && last ? encodeCursor({ month: 0, at: last.createdAt, id: last.id }) : null,
  };
}
