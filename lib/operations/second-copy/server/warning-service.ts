import { sendMail } from "@/lib/core/messages/server/service";
import { db, type Prisma } from "@/lib/db";
import { env } from "@/lib/env";
import { appUrl } from "@/lib/http/app-url";
import { formatAge } from "@/lib/operations/second-copy/server/age";
import { isOwnDatabase } from "@/lib/operations/second-copy/server/changes-service";
import { getSecondCopy, lateMs } from "@/lib/operations/second-copy/server/state-service";

/** Whether the copy is further behind than it should be; a first copy can take days. */
export async function isLate(copiedUntil: Date | null, now: Date): Promise<boolean> {
  if (copiedUntil === null) return false;
  const behindMs = now.getTime() - copiedUntil.getTime();
  if (behindMs <= lateMs) return false;
  return behindMs > lateMs + env.SECOND_COPY_SNAPSHOT_MINUTES * 60_000 || (await isOwnDatabase());
}

/** Warns people that the copy has stopped: once, until it has caught up. */
export async function warnWhenLate(now = new Date()): Promise<void> {
  const state = await getSecondCopy();
  if (!state?.begunAt) return;
  // A first copy that can't even begin is as bad as one that has stopped.
  const since = state.copiedUntil ?? (state.problem === null ? null : state.begunAt);
  if (!(await isLate(since, now))) {
    if (state.warnedAt) await db.secondCopy.updateMany({ data: { warnedAt: null } });
    return;
  }
  if (state.warnedAt || since === null) return;
  await db.$transaction(async (client) => {
    // Only one of two workers warns.
    const { count } = await client.secondCopy.updateMany({
      where: { warnedAt: null },
      data: { warnedAt: now },
    });
    if (count === 0) return;
    const values = {
      age: formatAge(now.getTime() - since.getTime()),
      problem: state.problem ?? "",
    };
    for (const { username, email, isSuperAdmin } of await responsiblePeople(client)) {
      const url = `${appUrl()}/${isSuperAdmin ? "super-admin/system-health" : ""}`;
      if (email) await sendMail("secondCopyLate", email, { ...values, url, username }, client);
    }
  });
}

/** The super admins; if there are none, the families' owners, one of whom runs the server. */
async function responsiblePeople(
  client: Prisma.TransactionClient,
): Promise<{ username: string; email: string | null; isSuperAdmin: boolean }[]> {
  const reachable = { suspendedAt: null, email: { not: null } };
  const select = { username: true, email: true, isSuperAdmin: true } as const;
  const superAdmins = await client.user.findMany({
    where: { isSuperAdmin: true, ...reachable },
    select,
    orderBy: { id: "asc" },
  });
  if (superAdmins.length > 0) return superAdmins;
  return client.user.findMany({
    where: { ...reachable, memberships: { some: { role: "owner" } } },
    select,
    orderBy: { id: "asc" },
  });
}
