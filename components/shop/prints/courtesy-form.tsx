"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FormAlert } from "@/components/ui/form-alert";
import { NotLoaded } from "@/components/ui/not-loaded";
import { RadioCard } from "@/components/ui/radio-card";
import { Skeleton } from "@/components/ui/skeleton";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import { changedFields } from "@/lib/shared/changed-fields";
import {
  printSettingsKey,
  printSettingsOptions,
  updatePrintSettings,
} from "@/lib/shop/prints/client/order-queries";
import {
  type PrintSettingsDto,
  type PrintSettingsInput,
  printSettingsUpdateSchema,
} from "@/lib/shop/prints/schema";

export interface CourtesyFormProps {
  familyId: string;
  familyName: string;
}

/** Specification 3, Print payment settings: whether parcels name their sender, and with which name. */
export function CourtesyForm({ familyId, familyName }: CourtesyFormProps) {
  const { data: settings, isPending, isFetching, refetch } = useQuery(printSettingsOptions(familyId));
  return (
    <Card aria-labelledby="courtesy">
      <h2 id="courtesy">Who the parcel is from</h2>
      <p className="mt-1 mb-4 text-ink-soft">
        The packing slip can say who the parcel is from. Applies to new orders.
      </p>
      {isPending && <Skeleton className="h-48" />}
      {settings && <Fields familyId={familyId} familyName={familyName} settings={settings} />}
      {!isPending && !settings && (
        <NotLoaded isBusy={isFetching} onRetry={() => void refetch()}>
          This setting could not be loaded. Nothing is lost.
        </NotLoaded>
      )}
    </Card>
  );
}

const choices = [
  { isShown: true, value: "yes", label: "Yes, say who it's from" },
  { isShown: false, value: "no", label: "No, leave it out" },
] as const;

function Fields({ familyId, familyName, settings }: CourtesyFormProps & { settings: PrintSettingsDto }) {
  const queryClient = useQueryClient();
  // Not `settings` itself: it may get other admins' changes, which this form doesn't show, while it is open.
  const [opened, setOpened] = useState(settings);
  const [isShown, setIsShown] = useState(opened.showCourtesyMessage);
  const [name, setName] = useState(opened.courtesyName ?? "");
  const { run, isBusy, error, errorOf, setError } = useAction(
    async (update: PrintSettingsInput) => {
      const saved = await updatePrintSettings(familyId, update);
      queryClient.setQueryData(printSettingsKey(familyId), saved);
      setOpened(saved);
      setIsShown(saved.showCourtesyMessage);
      setName(saved.courtesyName ?? "");
      toast({ title: "Saved" });
    },
    { fallback: "It could not be saved. Please try again.", fields: ["courtesyName"] },
  );

  function save(event: FormEvent) {
    event.preventDefault();
    const values = { showCourtesyMessage: isShown, courtesyName: name.trim() || null };
    const change = changedFields(opened, values);
    if (Object.keys(change).length === 0) return toast({ title: "Saved" });
    const checked = printSettingsUpdateSchema.safeParse(change);
    if (checked.success) void run(checked.data);
    else setError(checked.error.issues[0]?.message ?? null, "courtesyName");
  }

  return (
    <form onSubmit={save} noValidate className="grid gap-5">
      <FormAlert message={error} />
      <fieldset className="grid gap-2.5 sm:grid-cols-2">
        <legend className="mb-1.5 font-semibold">Say who the parcel is from?</legend>
        {choices.map(({ isShown: one, value, label }) => (
          <RadioCard
            key={value}
            name="courtesy"
            value={value}
            isChecked={isShown === one}
            onChoose={() => setIsShown(one)}
          >
            {label}
          </RadioCard>
        ))}
      </fieldset>
      {isShown && (
        <TextField
          label="Name (optional)"
          hint={`If left empty, it says ${familyName}.`}
          error={errorOf("courtesyName")}
          value={name}
          maxLength={80}
          onValueChange={setName}
        />
      )}
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
