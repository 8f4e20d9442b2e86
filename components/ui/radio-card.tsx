import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";

export interface RadioCardProps {
  /** Name of the group. */
  name: string;
  value: string;
  isChecked: boolean;
  onChoose: () => void;
  className?: string;
  children: ReactNode;
}

/** One of several options as a card to press: a radio button before its explanation. */
export function RadioCard({ name, value, isChecked, onChoose, className, children }: RadioCardProps) {
  return (
    <label
      className={cn(
        "flex min-h-14 cursor-pointer items-center gap-3 rounded-2xl border border-line-strong bg-card px-4 py-2.5 has-checked:border-accent-strong has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-strong",
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChecked}
        onChange={onChoose}
        className="size-5 flex-none accent-(--accent-strong)"
      />
      {children}
    </label>
  );
}
