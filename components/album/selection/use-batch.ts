import { useMutation, useQueryClient } from "@tanstack/react-query";
import { batchOutcome } from "@/components/album/selection/batch-outcome";
import type { SelectionStore } from "@/components/album/selection/selection-store";
import { hasStacks } from "@/components/album/stacks/whole-stacks";
import { toastFailure } from "@/components/forms/toast-failure";
import { toast } from "@/components/ui/toast";
import { maxBatchItems } from "@/lib/album/batch/limits";
import {
  afterBatch,
  type BatchAnswer,
  type BatchChange,
  requestBatch,
} from "@/lib/album/media/client/batch-queries";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { retryUnlessRefused } from "@/lib/http/api-error";

interface BatchRequest {
  change: BatchChange;
  ids: readonly string[];
  withStacks: boolean;
}

/** Actions on a stack's tile that apply to the whole stack; all others apply to the visible photo only. */
const wholeStackActions: ReadonlySet<BatchChange["action"]> = new Set(["trash", "move"]);

/** Time to press Undo, in milliseconds. */
const undoMs = 8000;

/** Changes the whole selection in one call, and reports the outcome. Refused items stay selected. */
export function useBatch(store: SelectionStore) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    retry: retryUnlessRefused,
    mutationFn: ({ change, ids, withStacks }: BatchRequest) => requestBatch(change, ids, withStacks),
  });

  async function send(change: BatchChange, ids: readonly string[], withStacks = false): Promise<BatchAnswer> {
    const answer = await mutation.mutateAsync({ change, ids, withStacks });
    void afterBatch(queryClient, change, answer.changedIds);
    return answer;
  }

  /** In parts, because whole stacks can be more than one call takes. */
  async function undo(ids: readonly string[]) {
    const restored: BatchAnswer = { changedIds: [], refusals: [] };
    try {
      for (let at = 0; at < ids.length; at += maxBatchItems) {
        const answer = await send({ action: "restore" }, ids.slice(at, at + maxBatchItems));
        restored.changedIds.push(...answer.changedIds);
        restored.refusals.push(...answer.refusals);
      }
      toast(batchOutcome({ action: "restore" }, restored));
    } catch (error) {
      const isPart = restored.changedIds.length > 0;
      const title = isPart ? "Not all could be restored" : "They could not be restored";
      const rest = isPart ? "The others are still in the trash." : "They are still in the trash.";
      toastFailure(title, error, `${rest} Please try again.`);
    }
  }

  /** @throws the error the call was refused with; the selection then stays unchanged */
  async function change(wanted: BatchChange, items: readonly MediaItemDto[]): Promise<void> {
    const asked = items.map(({ id }) => id);
    const isWhole = wholeStackActions.has(wanted.action) && hasStacks(items);
    const answer = await send(wanted, asked, isWhole);
    const { changedIds, refusals } = answer;
    // Items that needed no change are done too; the answer doesn't say which ones were refused.
    store.drop(refusals.length > 0 ? changedIds : asked);
    const outcome = batchOutcome(wanted, answer);
    const isUndoable = wanted.action === "trash" && changedIds.length > 0;
    toast(
      isUndoable
        ? {
            ...outcome,
            durationMs: Math.max(undoMs, outcome.durationMs ?? 0),
            action: { label: "Undo", onSelect: () => void undo(changedIds) },
          }
        : outcome,
    );
  }

  return { change, isBusy: mutation.isPending };
}
