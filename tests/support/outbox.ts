import { openMessage, storedMessageSelect } from "@/lib/core/messages/server/live-part";
import { db, type Prisma } from "@/lib/db";

/** The messages of the outbox as they would be sent, oldest first. */
export async function writtenMessages(where: Prisma.OutboxMessageWhereInput = {}) {
  const rows = await db.outboxMessage.findMany({
    where,
    select: {
      channel: true,
      template: true,
      recipient: true,
      subject: true,
      state: true,
      ...storedMessageSelect,
    },
    orderBy: { createdAt: "asc" },
  });
  return rows.map(({ livePart, livePartUntil, text, html, ...row }) => ({
    ...row,
    text: openMessage({ text, html, livePart, livePartUntil })?.text ?? text,
  }));
}
