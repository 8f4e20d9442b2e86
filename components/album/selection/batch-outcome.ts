import type { ToastContent } from "@/components/ui/toast";
import type { BatchAnswer, BatchChange } from "@/lib/album/media/client/batch-queries";
import { counted } from "@/lib/shared/counted";
import { formatMonth } from "@/lib/shared/months";

function describeDone(change: BatchChange, count: number): Pick<ToastContent, "title" | "description"> {
  const items = counted(count, "item");
  switch (change.action) {
    case "trash":
      return {
        title: `${items} deleted`,
        description: `${count === 1 ? "It stays" : "They stay"} in the trash for 30 days.`,
      };
    case "restore":
      return {
        title: `${items} restored`,
        description: count === 1 ? "It is back in its month." : "They are back in their months.",
      };
    case "basket":
      return { title: `${counted(count, "photo")} added to your basket` };
    case "move":
      return { title: `${items} moved to ${formatMonth(change)}` };
    case "describe":
      return { title: `${items} changed` };
    case "tag":
      return { title: `${counted(change.userIds.length, "person", "people")} tagged in ${items}` };
    case "addToAlbum":
      return { title: `${items} added to “${change.title}”` };
    case "removeFromAlbum":
      return {
        title: `${items} removed from this album`,
        description: count === 1 ? "It's still in its month." : "They're still in their months.",
      };
    case "heart":
      return {
        title: change.hearted ? `${items} added to your favourites` : `${items} removed from your favourites`,
      };
  }
}

/** The outcome of changing many items, in one toast: how many changed, and why the others didn't. */
export function batchOutcome(change: BatchChange, { changedIds, refusals }: BatchAnswer): ToastContent {
  const reasons = refusals.map(({ message }) => message).join(" ");
  if (changedIds.length === 0) {
    return refusals.length > 0
      ? { title: "Nothing was changed", description: reasons, variant: "danger" }
      : { title: "Nothing to change", description: "They're all like that already." };
  }
  const { title, description } = describeDone(change, changedIds.length);
  const text = [description, reasons].filter(Boolean).join(" ");
  return { title, ...(text ? { description: text } : {}), ...(reasons ? { durationMs: 10_000 } : {}) };
}
