import { Readable } from "node:stream";
import type { ActivityEntryDto, ActivityFilters } from "@/lib/core/activity/schema";
import { eachActivity } from "@/lib/core/activity/server/log-service";
import { recordActivity } from "@/lib/core/activity/server/service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { privateHeaders } from "@/lib/http/private-headers";
import { csvLine } from "@/lib/shared/csv";

const titles = ["when", "action", "by", "about", "family", "details", "address", "device"];

type Named = ActivityEntryDto["actor"];
// The id distinguishes people whose account is gone.
const nameOf = (one: Named) => one && (one.name ?? one.id);

const line = ({ at, action, actor, subject, family, detail, ipAddress, userAgent }: ActivityEntryDto) =>
  csvLine([
    at,
    action,
    nameOf(actor),
    nameOf(subject),
    nameOf(family),
    Object.keys(detail).length > 0 ? JSON.stringify(detail) : "",
    ipAddress,
    userAgent,
  ]);

async function* lines(filters: ActivityFilters): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  // The byte order mark tells spreadsheets that it is UTF-8.
  yield encoder.encode(`\uFEFF${csvLine(titles)}`);
  for await (const entries of eachActivity(filters)) yield encoder.encode(entries.map(line).join(""));
}

/** The log as a file. Exporting it is recorded as an entry too. */
export async function exportActivity(actor: Actor, filters: ActivityFilters): Promise<Response> {
  await recordActivity({ action: "system.activityExported", actorId: actor.userId, detail: { ...filters } });
  const day = new Date().toISOString().slice(0, 10);
  return new Response(Readable.toWeb(Readable.from(lines(filters))) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="activity-log-${day}.csv"`,
      ...privateHeaders,
    },
  });
}
