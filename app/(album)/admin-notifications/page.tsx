import type { Metadata } from "next";
import { AdminMessagesPage } from "@/components/notify/admin-messages/admin-messages-page";
import { AdminsOnly } from "@/components/session/admins-only";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { may } from "@/lib/core/auth/server/permissions";
import { usersKey } from "@/lib/family/families/client/queries";
import { listUsers } from "@/lib/family/families/server/users-service";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";
import { adminMessagesKey } from "@/lib/notify/admin-messages/client/queries";
import { listAdminMessages } from "@/lib/notify/admin-messages/server/service";

export const metadata: Metadata = { title: "Send Notifications" };

export default async function AdminNotificationsPage() {
  const actor = await requirePageActor();
  if (!may(actor, "family.sendMessages")) return <AdminsOnly />;
  const [users, sent] = await Promise.all([listUsers(actor), listAdminMessages(actor, {})]);
  const state = hydratedQueries([
    [usersKey, users],
    [adminMessagesKey, firstPage(sent)],
  ]);
  return <AdminMessagesPage state={state} />;
}
