import { queryOptions } from "@tanstack/react-query";
import { apiRequest } from "@/lib/http/api-client";
import type { LetterReaderDto } from "@/lib/notify/digest/schema";

export const letterReadersOptions = queryOptions({
  queryKey: ["/api/letters"] as const,
  queryFn: ({ queryKey, signal }) => apiRequest<LetterReaderDto[]>("GET", queryKey[0], undefined, { signal }),
});

export function setLetter(userId: string, isOn: boolean): Promise<LetterReaderDto> {
  return apiRequest("PUT", `/api/letters/${userId}`, { isOn });
}

export const printedLetterUrl = "/api/letters/this-week";
