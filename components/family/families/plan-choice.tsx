import { useQuery } from "@tanstack/react-query";
import { RadioCard } from "@/components/ui/radio-card";
import { useMoney } from "@/components/ui/use-money";
import type { FamilyTier } from "@/lib/core/families/schema";
import { plans as usualPlans } from "@/lib/core/plans/plans";
import type { PlanDto } from "@/lib/core/plans/schema";
import { planContents, planPrice } from "@/lib/family/families/plan-text";

const tiers = ["free", "family", "premium"] as const;

export interface PlanChoiceProps {
  /** Specification 9.7: for someone who already owns a free family. */
  isFreeHidden: boolean;
  tier: FamilyTier;
  onChange: (tier: FamilyTier) => void;
}

/** The plans for a new family, each with its benefits and price. */
export function PlanChoice({ isFreeHidden, tier, onChange }: PlanChoiceProps) {
  const { price } = useMoney();
  // As set by a super admin; the defaults until that is loaded.
  const { data } = useQuery<PlanDto[] | null>({ queryKey: ["/api/plans"] });
  const plans = { ...usualPlans, ...Object.fromEntries((data ?? []).map((plan) => [plan.tier, plan])) };
  const offered = tiers.filter((one) => one !== "free" || !isFreeHidden);
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Plan</legend>
      {isFreeHidden && (
        <p className="mb-3 text-ink-soft">
          You already own a free family, and each owner can have one. Another family needs a paid plan.
        </p>
      )}
      <div className="grid gap-2.5">
        {offered.map((one) => (
          <RadioCard
            key={one}
            name="plan"
            value={one}
            isChecked={tier === one}
            onChoose={() => onChange(one)}
          >
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{plans[one].name}</span>
              <span className="block text-step--1 text-ink-soft">{planContents(plans[one])}</span>
            </span>
            <span className="flex-none text-step--1 font-semibold">{planPrice(plans[one], price)}</span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
}
