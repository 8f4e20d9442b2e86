import { z } from "zod";
import { recordActivity } from "@/lib/core/activity/server/service";
import { countGuess } from "@/lib/core/auth/server/guess-throttle";
import { sendMail } from "@/lib/core/messages/server/service";
import { nameOf } from "@/lib/core/names/server/display-name";
import { notify } from "@/lib/core/notify/server/notify-service";
import { db } from "@/lib/db";
import { appUrl } from "@/lib/http/app-url";
import { defineTask } from "@/lib/platform/queue/task";

const requestsPerDay = { name: "child-reset", perDay: 3, isSlowing: false };

/**
 * Asks the family's admins for a new password for a child. The queue does all lookups.
 * @returns the same text for every name
 */
export async function requestChildReset(username: string): Promise<string> {
  await askAdminsForChildTask.enqueue({ username }, { jobKey: `child-reset:${username}` });
  return "If this is a child's account, the family's admins have been asked.";
}

/**
 * The family that a child's account belongs to: the first one it joined. A family joined later must not get into the
 * first one's album through it.
 */
export async function getHomeFamily(
  userId: string,
  client: Pick<typeof db, "membership"> = db,
): Promise<string | null> {
  const first = await client.membership.findFirst({
    where: { userId },
    orderBy: [{ joinedAt: "asc" }, { familyId: "asc" }],
    select: { familyId: true },
  });
  return first?.familyId ?? null;
}

/** Runs in the queue: notifies those who can set a temporary password, here and by mail. Only for a child's account. */
export async function askAdminsForChild(username: string): Promise<void> {
  const child = await db.user.findFirst({
    where: { username, isChild: true },
    select: { id: true, username: true, title: true },
  });
  const familyId = child ? await getHomeFamily(child.id) : null;
  if (!child || !familyId || !(await countGuess({ limit: requestsPerDay, key: child.id }))) return;
  const family = await db.family.findUniqueOrThrow({
    where: { id: familyId },
    select: {
      name: true,
      persons: { where: { userId: child.id }, select: { name: true, nickname: true } },
      memberships: {
        where: { role: { in: ["owner", "admin"] } },
        select: { user: { select: { username: true, email: true } } },
      },
    },
  });
  const childName = nameOf({ ...child, persons: family.persons });
  await db.$transaction(async (client) => {
    await recordActivity({ action: "account.childResetAsked", subjectId: child.id, familyId }, client);
    const event = {
      kind: "account",
      familyId,
      actorId: child.id,
      title: `${childName} needs a new password`,
      message: `The password for ${child.username} was forgotten. Make a temporary one here.`,
      url: "/manage-users",
    } as const;
    await notify(event, "admins", { client });
    for (const { user } of family.memberships) {
      if (!user.email) continue;
      const values = {
        username: user.username,
        child: childName,
        childUsername: child.username,
        family: family.name,
        url: `${appUrl()}/manage-users`,
      };
      await sendMail("childPasswordReset", user.email, values, client);
    }
  });
}

export const askAdminsForChildTask = defineTask(
  "accounts.ask-admins-for-child",
  z.object({ username: z.string() }),
  ({ username }) => askAdminsForChild(username),
);
