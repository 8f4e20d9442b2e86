import { useId } from "react";

export interface SettingSwitchProps {
  label: string;
  hint: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A setting that is on or off, saved immediately; the whole row is its target. */
export function SettingSwitch({ label, hint, checked, onChange }: SettingSwitchProps) {
  const id = useId();
  return (
    <label className="flex min-h-16 cursor-pointer items-center gap-4 py-3">
      <span className="min-w-0 flex-1">
        <span id={`${id}-label`} className="block font-semibold">
          {label}
        </span>
        <span id={`${id}-hint`} className="block text-step--1 text-ink-soft">
          {hint}
        </span>
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        className="switch"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
