import { queryOptions } from "@tanstack/react-query";
import type { OutboxDto, OutboxMessageDto } from "@/lib/core/messages/schema";
import { apiRequest } from "@/lib/http/api-client";

export const outboxQuery = queryOptions<OutboxDto | null>({
  queryKey: ["/api/super-admin/outbox"],
  staleTime: 5_000,
  refetchOnMount: true,
});

/** @throws Error with a readable message */
export function getOutboxMessage(id: string): Promise<OutboxMessageDto> {
  return apiRequest("GET", `/api/super-admin/outbox/${id}`);
}
