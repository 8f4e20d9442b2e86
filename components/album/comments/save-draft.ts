import type { QueryClient } from "@tanstack/react-query";

/** Keeps something unsent until the page is closed, so it is still there when someone comes back to the picture. */
export function saveDraft(
  queryClient: QueryClient,
  key: readonly [kind: string, mediaId: string],
  draft: unknown,
): void {
  // Nothing observes a draft, so otherwise it would be discarded as unused data.
  queryClient.setQueryDefaults(key.slice(0, 1), { gcTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(key, draft);
}
