import type { Metadata } from "next";
import { AdminMessagesPage } from "@/components/admin-messages/admin-messages-page";
import { AdminsOnly } from "@/components/families/admins-only";
import { requirePageActor } from "@/lib/auth/page-actor";
import { may } from "@/lib/auth/permissions";
import { adminMessagesKey } from "@/lib/features/admin-messages/queries";
import { listAdminMessages } from "@/lib/features/admin-messages/service";
import { usersKey } from "@/lib/features/families/queries";
import { listUsers } from "@/lib/features/families/users-service";
import { firstPage, hydratedQueries } from "@/lib/http/hydrated-queries";

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
