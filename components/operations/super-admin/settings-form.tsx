"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useAction } from "@/components/forms/use-action";
import { PlanFields } from "@/components/operations/super-admin/plan-fields";
import { PrintsOfferCard } from "@/components/operations/super-admin/prints-offer-card";
import {
  changedSettings,
  type TypedSettings,
  tiers,
  typedSettings,
} from "@/components/operations/super-admin/settings-values";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormAlert } from "@/components/ui/form-alert";
import { SettingSwitch } from "@/components/ui/setting-switch";
import { TextField } from "@/components/ui/text-field";
import { toast } from "@/components/ui/toast";
import type { FamilyTier } from "@/lib/core/families/schema";
import { updateSystemSettings } from "@/lib/core/system-settings/client/queries";
import type { SystemSettings } from "@/lib/core/system-settings/schema";

const ceilingFields = [
  { name: "accounts", label: "Accounts" },
  { name: "freeFamilies", label: "Families on the free plan" },
  { name: "mailsPerHour", label: "Emails an hour" },
  { name: "mailsPerDay", label: "Emails a day" },
] as const;

/** The whole installation's settings, in one form. */
export function SettingsForm({ settings }: { settings: SystemSettings }) {
  const router = useRouter();
  const [saved, setSaved] = useState(settings);
  const [typed, setTyped] = useState(() => typedSettings(settings));
  const [isConfirming, setIsConfirming] = useState(false);
  const change = (part: Partial<TypedSettings>) => setTyped((before) => ({ ...before, ...part }));
  const changePlan = (tier: FamilyTier, part: Partial<TypedSettings["plans"]["free"]>) =>
    setTyped((before) => ({
      ...before,
      plans: { ...before.plans, [tier]: { ...before.plans[tier], ...part } },
    }));
  const { run, isBusy, error, errorField, errorOf } = useAction(
    async () => {
      setIsConfirming(false);
      const change = changedSettings(typed, saved);
      if (Object.keys(change).length > 0) {
        const kept = await updateSystemSettings(change);
        setSaved(kept);
        setTyped(typedSettings(kept));
        // Otherwise Back to this page would show the settings as they were.
        router.refresh();
      }
      toast({ title: "Settings saved" });
    },
    { fallback: "The settings could not be saved. Please try again." },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (typed.maintenance && !saved.maintenance) setIsConfirming(true);
    else void run();
  }

  return (
    <form onSubmit={submit} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5 md:gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2 lg:gap-6">
        <Card aria-labelledby="sign-up">
          <CardHeader id="sign-up" title="Sign-up and maintenance" />
          <SettingSwitch
            label="Sign-up is open"
            hint="When open, anyone who finds this address can create an account. When closed, people need an invitation, and the pages say so."
            checked={typed.signUpOpen}
            onChange={(signUpOpen) => change({ signUpOpen })}
          />
          <SettingSwitch
            label="Maintenance"
            hint="Everyone but super admins sees a maintenance page. Uploads wait; nothing is lost."
            checked={typed.maintenance}
            onChange={(maintenance) => change({ maintenance })}
          />
        </Card>
        <UploadLimits typed={typed} errorOf={errorOf} onChange={change} />
      </div>
      <PrintsOfferCard prints={typed.prints} onChange={(prints) => change({ prints })} />
      <InstallationLimits typed={typed} errorOf={errorOf} onChange={change} />
      <p className="text-ink-soft">
        A plan's sizes of files count once you take payments; an empty field leaves the limit to the upload
        limits above.
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-3 lg:gap-6">
        {tiers.map((tier) => (
          <PlanFields
            key={tier}
            tier={tier}
            plan={typed.plans[tier]}
            errorOf={(name) => errorOf(`plans.${tier}.${name}`)}
            onChange={(part) => changePlan(tier, part)}
          />
        ))}
      </div>
      <p className="text-step--1 text-ink-soft">
        Lowering a limit deletes nothing: a family over the limit keeps everything, but can't add more until
        it's back under. New prices apply to new subscriptions.
      </p>
      <FormAlert message={error && errorField ? `Please check the highlighted field: ${error}` : error} />
      <div className="flex justify-end">
        <Button type="submit" size="large" isBusy={isBusy} busyLabel="Saving..." className="max-md:w-full">
          Save settings
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Close the album for everyone?"
        description="Within two seconds, only super admins can use it, on any device. Uploads in progress continue when you reopen it."
        confirmLabel="Close it"
        isBusy={isBusy}
        onConfirm={() => void run()}
      />
    </form>
  );
}

interface LimitsProps {
  typed: TypedSettings;
  errorOf: (field: string) => string | undefined;
  onChange: (part: Partial<TypedSettings>) => void;
}

function UploadLimits({ typed, errorOf, onChange }: LimitsProps) {
  return (
    <Card aria-labelledby="upload-limits">
      <CardHeader id="upload-limits" title="Upload limits" />
      <p className="mb-4 text-ink-soft">The largest files anyone can upload, whatever their plan.</p>
      <div className="grid gap-4 min-[420px]:grid-cols-2">
        <TextField
          label="Photos, in MB"
          error={errorOf("maxImageBytes")}
          value={typed.maxImageMegabytes}
          onValueChange={(maxImageMegabytes) => onChange({ maxImageMegabytes })}
        />
        <TextField
          label="Videos, in MB"
          error={errorOf("maxVideoBytes")}
          value={typed.maxVideoMegabytes}
          onValueChange={(maxVideoMegabytes) => onChange({ maxVideoMegabytes })}
        />
      </div>
    </Card>
  );
}

function InstallationLimits({ typed, errorOf, onChange }: LimitsProps) {
  return (
    <Card aria-labelledby="ceilings">
      <CardHeader id="ceilings" title="Installation limits" />
      <p className="mb-4 text-ink-soft">
        Limits for the whole installation. Leave a field empty for no limit. System Health shows how much is
        used.
      </p>
      <div className="grid gap-4 min-[420px]:grid-cols-2 lg:grid-cols-4">
        {ceilingFields.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            error={errorOf(`ceilings.${name}`)}
            value={typed.ceilings[name]}
            onValueChange={(value) => onChange({ ceilings: { ...typed.ceilings, [name]: value } })}
          />
        ))}
      </div>
      <p className="mt-4 text-step--1 text-ink-soft">
        Emails over the limit wait and go out later; password resets and other security emails go first.
      </p>
    </Card>
  );
}
