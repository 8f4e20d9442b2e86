import type { TypedPlan } from "@/components/operations/super-admin/settings-values";
import { Card, CardHeader } from "@/components/ui/card";
import { TextField } from "@/components/ui/text-field";
import type { FamilyTier } from "@/lib/core/families/schema";
import { plans } from "@/lib/core/plans/plans";

export interface PlanFieldsProps {
  tier: FamilyTier;
  plan: TypedPlan;
  /** The server's error, by the name of the setting. */
  errorOf: (name: string) => string | undefined;
  onChange: (change: Partial<TypedPlan>) => void;
}

/** A plan's benefits and prices. */
export function PlanFields({ tier, plan, errorOf, onChange }: PlanFieldsProps) {
  return (
    <Card aria-labelledby={`plan-${tier}`}>
      <CardHeader id={`plan-${tier}`} title={plans[tier].name} />
      <div className="grid gap-4">
        <div>
          <TextField
            label="Storage, in GB"
            error={errorOf("storageBytes")}
            value={plan.isUnlimited ? "" : plan.storageGigabytes}
            {...(plan.isUnlimited ? { hint: "Unlimited" } : {})}
            onValueChange={(storageGigabytes) => onChange({ storageGigabytes, isUnlimited: false })}
          />
          <label className="mt-1 flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-5 accent-(--accent-strong)"
              checked={plan.isUnlimited}
              onChange={(event) => onChange({ isUnlimited: event.target.checked })}
            />
            Unlimited storage
          </label>
        </div>
        <FileLimitFields plan={plan} errorOf={errorOf} onChange={onChange} />
        <TextField
          label="People"
          hint="Accounts and open invitations"
          error={errorOf("members")}
          value={plan.members}
          onValueChange={(members) => onChange({ members })}
        />
        <TextField
          label="Free prints a month"
          hint="For each person"
          error={errorOf("freePrints")}
          value={plan.freePrints}
          onValueChange={(freePrints) => onChange({ freePrints })}
        />
        {tier !== "free" && (
          <div className="grid gap-4 min-[420px]:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
            <TextField
              label="Price a month, in £"
              error={errorOf("priceMonthly")}
              value={plan.priceMonthly}
              onValueChange={(priceMonthly) => onChange({ priceMonthly })}
            />
            <TextField
              label="Price a year, in £"
              error={errorOf("priceYearly")}
              value={plan.priceYearly}
              onValueChange={(priceYearly) => onChange({ priceYearly })}
            />
          </div>
        )}
      </div>
    </Card>
  );
}

/** The file sizes a plan accepts; where nothing is sold, only the installation's limits count. */
function FileLimitFields({ plan, errorOf, onChange }: Omit<PlanFieldsProps, "tier">) {
  return (
    <div className="grid gap-4 min-[420px]:grid-cols-2 lg:grid-cols-1 xl:grid-cols-2">
      <TextField
        label="Largest photo, in MB"
        error={errorOf("maxImageBytes")}
        value={plan.maxImageMegabytes}
        onValueChange={(maxImageMegabytes) => onChange({ maxImageMegabytes })}
      />
      <TextField
        label="Largest video, in MB"
        error={errorOf("maxVideoBytes")}
        value={plan.maxVideoMegabytes}
        onValueChange={(maxVideoMegabytes) => onChange({ maxVideoMegabytes })}
      />
    </div>
  );
}
