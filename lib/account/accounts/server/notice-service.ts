import { recordActivity } from "@/lib/core/activity/server/service";
import type { SessionOrigin } from "@/lib/core/auth/server/sessions";
import { sendMail } from "@/lib/core/messages/server/service";
import type { Prisma } from "@/lib/db";
import { appUrl } from "@/lib/http/app-url";
import { describeDevice } from "@/lib/shared/device-text";

export interface SecurityChange {
  userId: string;
  action: string;
  detail?: Prisma.InputJsonObject;
  /** A whole sentence for the mail. */
  text: string;
}

/**
 * Logs a change of someone's sign-in methods, and notifies them by mail if they have an address, so that they learn of
 * a change that wasn't theirs.
 */
export async function announceChange(
  { userId, action, detail, text }: SecurityChange,
  origin: SessionOrigin,
  client: Prisma.TransactionClient,
): Promise<void> {
  await recordActivity(
    { action, actorId: userId, subjectId: userId, ...(detail ? { detail } : {}), origin },
    client,
  );
  const user = await client.user.findUnique({
    where: { id: userId },
    select: { username: true, email: true },
  });
  if (!user?.email) return;
  const values = {
    username: user.username,
    change: text,
    device: describeDevice(origin.userAgent),
    url: `${appUrl()}/security`,
  };
  await sendMail("securityChange", user.email, values, client);
}
