"use client";

import { useQuery } from "@tanstack/react-query";
import { MessageForm } from "@/components/notify/admin-messages/message-form";
import { MessageHistory } from "@/components/notify/admin-messages/message-history";
import { useAuth } from "@/components/session/session-auth-provider";
import { usersOptions } from "@/lib/family/families/client/queries";

/** /admin-notifications: sends the family a message, and shows earlier ones. */
export function AdminMessagesScreen() {
  const { user } = useAuth();
  const { data } = useQuery(usersOptions());
  const users = data ?? [];
  const others = users.filter(({ id }) => id !== user?.id);
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:items-start">
      <MessageForm others={others} />
      <MessageHistory nameOf={(userId) => users.find(({ id }) => id === userId)?.displayName} />
    </div>
  );
}
