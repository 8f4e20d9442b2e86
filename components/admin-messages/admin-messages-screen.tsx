"use client";

import { useQuery } from "@tanstack/react-query";
import { useAuth } from "@/components/accounts/session-auth-provider";
import { MessageForm } from "@/components/admin-messages/message-form";
import { MessageHistory } from "@/components/admin-messages/message-history";
import { usersOptions } from "@/lib/features/families/queries";

/** /admin-notifications: tells the family something, and shows what was told. */
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
