"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { FamilyIcon } from "@/components/family/families/family-icon";
import { useAction } from "@/components/forms/use-action";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import type { FamilyIconName } from "@/lib/core/families/schema";
import { currentFamilyKey, updateFamily, userFamiliesKey } from "@/lib/family/families/client/queries";
import type { FamilyDto } from "@/lib/family/families/schema";

/** Specification 3, with the name of each. */
const iconLabels: Record<FamilyIconName, string> = {
  smile: "Smile",
  building2: "Building",
  users: "People",
  zap: "Lightning",
  heart: "Heart",
  home: "Home",
  star: "Star",
  shield: "Shield",
};
const icons = Object.keys(iconLabels) as FamilyIconName[];

/** The family's name and icon, as shown in the top bar. */
export function FamilyLookForm({ family }: { family: FamilyDto }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { refreshUser } = useAuth();
  const [name, setName] = useState(family.name);
  const [icon, setIcon] = useState(family.icon);
  const { run, isBusy, error, errorOf, setError } = useAction(
    async () => {
      queryClient.setQueryData(currentFamilyKey, await updateFamily({ name: name.trim(), icon }));
      void queryClient.invalidateQueries({ queryKey: userFamiliesKey });
      await refreshUser();
      router.refresh();
      toast({ title: "Family saved" });
    },
    { fallback: "It could not be saved. Please try again.", fields: ["name"] },
  );

  function save(event: FormEvent) {
    event.preventDefault();
    if (name.trim()) void run();
    else setError("Family name is required", "name");
  }

  return (
    <form onSubmit={save} noValidate className="grid gap-5">
      <h2 className="text-step-1">Name and icon</h2>
      <FormAlert message={error} />
      <TextField
        label="Family name"
        error={errorOf("name")}
        value={name}
        maxLength={80}
        onValueChange={setName}
      />
      <fieldset>
        <legend className="mb-1.5 font-semibold">Icon</legend>
        <div className="grid grid-cols-4 gap-2.5 sm:grid-cols-8">
          {icons.map((one) => (
            <label
              key={one}
              title={iconLabels[one]}
              className="grid min-h-14 cursor-pointer place-items-center rounded-2xl border border-line-strong bg-card has-checked:border-accent-strong has-checked:bg-accent-soft has-checked:text-accent-strong has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong"
            >
              <input
                type="radio"
                name="icon"
                value={one}
                checked={icon === one}
                onChange={() => setIcon(one)}
                aria-label={iconLabels[one]}
                className="sr-only"
              />
              <FamilyIcon icon={one} className="size-6" strokeWidth={1.9} />
            </label>
          ))}
        </div>
      </fieldset>
      <Button
        type="submit"
        isBusy={isBusy}
        busyLabel="Saving..."
        className="justify-self-start max-sm:w-full"
      >
        Save
      </Button>
    </form>
  );
}
