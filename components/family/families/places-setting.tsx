"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useQueuedAction } from "@/components/forms/use-queued-action";
import { FormAlert } from "@/components/ui/form-alert";
import { SettingSwitch } from "@/components/ui/setting-switch";
import { toast } from "@/components/ui/toast";
import { currentFamilyKey, updateFamily } from "@/lib/family/families/client/queries";
import type { FamilyDto } from "@/lib/family/families/schema";

/** Whether the family's adults see where photos were taken; saved immediately. */
export function PlacesSetting({ family }: { family: FamilyDto }) {
  const queryClient = useQueryClient();
  const { run, pending, error } = useQueuedAction(
    "show places",
    async (showsPlaces: boolean) => {
      queryClient.setQueryData(currentFamilyKey, await updateFamily({ showsPlaces }));
      toast({ title: showsPlaces ? "Places are shown" : "Places are hidden" });
    },
    { fallback: "It could not be saved. Please try again." },
  );
  return (
    <section aria-labelledby="places" className="grid gap-3">
      <h2 id="places" className="text-step-1">
        Places
      </h2>
      <FormAlert message={error} />
      <SettingSwitch
        label="Show where photos were taken"
        hint="Adults in your family see the nearest town in a photo's details, and photos on the map. Children never do. Files that are downloaded keep their place unless it is removed."
        checked={pending.at(-1) ?? family.shows_places}
        onChange={(showsPlaces) => run(showsPlaces)}
      />
      <p>
        <Link href="/map?hide=1" className="text-link">
          Hide your home, or another place
        </Link>
      </p>
    </section>
  );
}
