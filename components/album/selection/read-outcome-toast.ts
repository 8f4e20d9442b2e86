import { maxSelected, type ReadOutcome } from "@/components/album/selection/selection-store";
import { toast } from "@/components/ui/toast";
import { numberText } from "@/lib/shared/counted";

/** Reports that more was requested than could be selected. */
export function showReadOutcomeToast(outcome: ReadOutcome): void {
  if (outcome === "full") {
    toast({
      title: `${numberText(maxSelected)} selected`,
      description: "That's the most you can select at once. You can select the rest afterwards.",
    });
  } else if (outcome === "failed") {
    toast({
      title: "Not everything could be selected",
      description: "Only part of the list could be loaded. Check your connection and try again.",
      variant: "danger",
    });
  }
}
