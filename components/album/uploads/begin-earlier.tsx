import { useQueryClient } from "@tanstack/react-query";
import { useAction } from "@/components/forms/use-action";
import { useAuth } from "@/components/session/session-auth-provider";
import { useFirstYear } from "@/components/session/use-first-year";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { currentFamilyKey, updateFamily } from "@/lib/family/families/client/queries";

export interface BeginEarlierProps {
  year: number;
  /** Called once the album begins with that year. */
  onBegun?: () => void;
}

/** Offers to let the album begin with an earlier year; people who can't decide that see whom to ask. */
export function BeginEarlier({ year, onBegun }: BeginEarlierProps) {
  const queryClient = useQueryClient();
  const { user, refreshUser } = useAuth();
  const firstYear = useFirstYear();
  const { run, isBusy } = useAction(
    async () => {
      queryClient.setQueryData(currentFamilyKey, await updateFamily({ firstYear: year }));
      await refreshUser();
      toast({ title: `The album now begins in ${year}` });
      onBegun?.();
    },
    { failureTitle: "The first year could not be changed" },
  );
  if (year >= firstYear) return null;
  const begins = `The album begins in ${firstYear}.`;
  if (!user?.isAdmin) {
    return (
      <p className="text-step--1 text-ink-soft">
        {begins} An admin of your family can start it in {year}.
      </p>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-step--1">
        {begins} Start it in {year}?
      </p>
      <Button
        size="small"
        variant="secondary"
        isBusy={isBusy}
        busyLabel="Saving..."
        onClick={() => void run()}
      >
        Start in {year}
      </Button>
    </div>
  );
}
