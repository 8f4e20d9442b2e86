import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import type { OutboxDto, OutboxMessageDto } from "@/lib/core/messages/schema";
import { openMessage, storedMessageSelect, withoutMarkers } from "@/lib/core/messages/server/live-part";
import { isMailConfigured, isSmsConfigured } from "@/lib/core/messages/server/service";
import { db } from "@/lib/db";
import { notFound } from "@/lib/http/errors";

const listed = 100;

const entrySelect = {
  id: true,
  channel: true,
  recipient: true,
  subject: true,
  state: true,
  error: true,
  createdAt: true,
  sentAt: true,
} as const;

function withIsoDates<T extends { createdAt: Date; sentAt: Date | null }>(row: T) {
  return { ...row, createdAt: row.createdAt.toISOString(), sentAt: row.sentAt?.toISOString() ?? null };
}

/** What was sent recently, and what is waiting. For super admins. */
export async function listOutbox(): Promise<OutboxDto> {
  const rows = await db.outboxMessage.findMany({
    select: entrySelect,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: listed,
  });
  return {
    isMailConfigured: isMailConfigured(),
    isSmsConfigured: isSmsConfigured(),
    items: rows.map(withIsoDates),
  };
}

/**
 * The content of a message, for a super admin to pass on by hand if nothing is set up to send it. It may contain a link
 * that grants access to an account, so reading it is recorded.
 * @throws AppError 404
 */
export async function getOutboxMessage(
  actor: Actor,
  id: string,
  origin: { ipAddress: string | null; userAgent: string | null },
): Promise<OutboxMessageDto> {
  const row = await db.outboxMessage.findUnique({
    where: { id },
    select: { ...entrySelect, ...storedMessageSelect },
  });
  if (!row) throw notFound();
  const { text, html: _, livePart: _part, livePartUntil: _until, ...entry } = row;
  // Only messages that nothing sends have to be passed on by hand.
  const opened = row.state === "held" ? openMessage(row) : null;
  const replacement = row.state === "held" ? "(this link or code no longer works)" : "(hidden)";
  await recordActivity({
    action: "system.messageRead",
    actorId: actor.userId,
    detail: { messageId: id, channel: row.channel },
    origin,
  });
  return { ...withIsoDates(entry), text: opened?.text ?? withoutMarkers(text, replacement) };
}
