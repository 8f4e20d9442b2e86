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
import { oldestYear } from "@/lib/shared/album-years";
import { changedFields } from "@/lib/shared/changed-fields";

/** Specification 3, with each icon's name. */
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

/** The family's name and icon, as shown in the top bar, and the year its album begins with. */
export function FamilyLookForm({ family }: { family: FamilyDto }) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { refreshUser } = useAuth();
  // Not `family` itself: it may get other admins' changes, which this form doesn't show, while it is open.
  const [opened, setOpened] = useState({
    name: family.name,
    icon: family.icon,
    firstYear: family.first_year,
  });
  const [name, setName] = useState(opened.name);
  const [icon, setIcon] = useState(opened.icon);
  const [firstYear, setFirstYear] = useState(String(opened.firstYear));
  const { run, isBusy, error, errorOf, setError } = useAction(
    async () => {
      const values = { name: name.trim(), icon, firstYear: Number(firstYear) };
      const change = changedFields(opened, values);
      if (Object.keys(change).length > 0) {
        queryClient.setQueryData(currentFamilyKey, await updateFamily(change));
        setOpened(values);
      }
      void queryClient.invalidateQueries({ queryKey: userFamiliesKey });
      await refreshUser();
      router.refresh();
      toast({ title: "Family saved" });
    },
    { fallback: "It could not be saved. Please try again.", fields: ["name", "firstYear"] },
  );

  function save(event: FormEvent) {
    event.preventDefault();
    if (!name.trim()) setError("Family name is required", "name");
    else if (!/^\d{4}$/.test(firstYear)) setError("Please enter a year, such as 1985", "firstYear");
    else void run();
  }

  return (
    <form onSubmit={save} noValidate className="grid gap-5">
      <h2 className="text-step-1">Name, icon and first year</h2>
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
      <TextField
        label="The album begins in"
        hint={`Nothing can be filed before this year. It can be any from ${oldestYear} on.`}
        error={errorOf("firstYear")}
        value={firstYear}
        maxLength={4}
        inputMode="numeric"
        className="max-w-xs"
        onValueChange={setFirstYear}
      />
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
