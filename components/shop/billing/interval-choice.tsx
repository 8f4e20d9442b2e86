import type { BillingInterval } from "@/lib/shop/billing/client/queries";

export interface IntervalChoiceProps {
  interval: BillingInterval;
  onChange: (interval: BillingInterval) => void;
}

/** Monthly or yearly. */
export function IntervalChoice({ interval, onChange }: IntervalChoiceProps) {
  return (
    <fieldset className="flex w-fit rounded-full bg-sunk p-1">
      <legend className="sr-only">Pay by</legend>
      {(["month", "year"] as const).map((one) => (
        <label
          key={one}
          className="flex min-h-11 cursor-pointer items-center rounded-full px-5 font-semibold text-ink-soft has-checked:bg-card has-checked:text-ink has-checked:shadow-1 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong"
        >
          <input
            type="radio"
            name="interval"
            value={one}
            checked={interval === one}
            onChange={() => onChange(one)}
            className="sr-only"
          />
          {one === "month" ? "Monthly" : "Yearly"}
        </label>
      ))}
    </fieldset>
  );
}
