import { MonthIcon } from "@/components/album/month-icons/month-icon";
import { type MonthIconName, monthIconLabels, monthIconNames } from "@/lib/shared/month-icons";

export interface MonthIconChoiceProps {
  chosen: MonthIconName | null;
  /** The month's saved icon. */
  current: MonthIconName | null;
  onChoose: (name: MonthIconName) => void;
}

/** The 26 icons with their labels: one group of radio buttons, so the arrow keys move through them. */
export function MonthIconChoice({ chosen, current, onChoose }: MonthIconChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">Icon</legend>
      <div className="grid grid-cols-3 gap-2 min-[360px]:grid-cols-4 md:grid-cols-5">
        {monthIconNames.map((name) => (
          <label
            key={name}
            className="relative flex min-h-20 cursor-pointer flex-col items-center justify-center gap-1.5 rounded-2xl border border-line px-1 py-2.5 text-center text-step--1 hover:bg-sunk has-checked:border-accent-strong has-checked:bg-accent-soft has-checked:font-semibold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong"
          >
            <input
              type="radio"
              name="month-icon"
              value={name}
              checked={name === chosen}
              onChange={() => onChoose(name)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <MonthIcon name={name} className="size-6 text-accent-strong" />
            {monthIconLabels[name]}
            {name === current && <span className="sr-only">, current</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
