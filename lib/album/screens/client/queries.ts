import { queryOptions } from "@tanstack/react-query";
import type { PairScreenInput, ScreenDto, UpdateScreenInput } from "@/lib/album/screens/schema";
import { apiRequest } from "@/lib/http/api-client";

/** How often the page checks whether screens are on. */
const refreshMs = 15_000;

export const screensKey = ["/api/screens"] as const;

export const screensQuery = queryOptions({
  queryKey: screensKey,
  queryFn: ({ signal }) => apiRequest<ScreenDto[]>("GET", screensKey[0], undefined, { signal }),
  refetchInterval: refreshMs,
});

/** @throws ApiError */
export const pairScreen = (input: PairScreenInput, key: string) =>
  apiRequest<ScreenDto>("POST", screensKey[0], input, { headers: { "Idempotency-Key": key } });
export const updateScreen = (id: string, change: UpdateScreenInput) =>
  apiRequest<ScreenDto>("PATCH", `/api/screens/${id}`, change);
export const stepScreen = (id: string, by: 1 | -1, key: string) =>
  apiRequest("POST", `/api/screens/${id}/step`, { by }, { headers: { "Idempotency-Key": key } });
export const deleteScreen = (id: string) => apiRequest("DELETE", `/api/screens/${id}`);
