import { useQueryClient } from "@tanstack/react-query";
import { useAction } from "@/components/forms/use-action";
import { toast } from "@/components/ui/toast";
import {
  hideMemory,
  hidePerson,
  isOnThisDayKey,
  memoryPeopleKey,
  showMemory,
} from "@/lib/album/memories/client/queries";
import { refreshQueries } from "@/lib/http/refresh-queries";

/** How long Undo is offered. */
const undoMs = 8000;

interface NamedPerson {
  id: string;
  displayName: string;
}

/** "Not this again" and "Show less of", each with an Undo in the toast. */
export function useMemoryActions() {
  const queryClient = useQueryClient();

  async function refresh() {
    const isShown = ({ queryKey: [key] }: { queryKey: readonly unknown[] }) =>
      isOnThisDayKey(key) || key === memoryPeopleKey[0];
    await refreshQueries(queryClient, { predicate: isShown });
    // The focused element may be gone.
    if (document.activeElement === document.body) document.getElementById("main")?.focus();
  }

  const undo = useAction(
    async (change: () => Promise<unknown>) => {
      await change();
      await refresh();
    },
    { failureTitle: "It could not be undone" },
  );

  const hide = useAction(
    async (mediaId: string) => {
      await hideMemory(mediaId);
      await refresh();
      toast({
        title: "You won't be reminded of it again",
        description: "It stays in the album.",
        durationMs: undoMs,
        action: { label: "Undo", onSelect: () => void undo.run(() => showMemory(mediaId)) },
      });
    },
    { failureTitle: "It could not be hidden" },
  );

  const showLess = useAction(
    async ({ id, displayName }: NamedPerson) => {
      await hidePerson(id, true);
      await refresh();
      toast({
        title: `You won't be reminded of ${displayName}`,
        description: "Photos of them stay in the album. You can change this in the settings.",
        durationMs: undoMs,
        action: { label: "Undo", onSelect: () => void undo.run(() => hidePerson(id, false)) },
      });
    },
    { failureTitle: "It could not be changed" },
  );

  const showAgain = useAction(
    async ({ id }: NamedPerson) => {
      await hidePerson(id, false);
      await refresh();
    },
    { failureTitle: "It could not be changed" },
  );

  return { hide, showLess, showAgain };
}
