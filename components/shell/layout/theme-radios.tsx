import { Monitor, Moon, Sun } from "lucide-react";
import { type Theme, useThemeChoice } from "@/components/account/settings/use-theme-choice";

const themes = [
  { value: "system", label: "Same as this device", Icon: Monitor },
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
] as const satisfies { value: Theme; label: string; Icon: typeof Sun }[];

/** Light or dark, in the account menu. */
export function ThemeRadios() {
  const { theme, chooseTheme } = useThemeChoice();
  return (
    <fieldset>
      <legend className="px-3.5 pt-2 pb-1 pl-11 text-step--1 text-ink-faint">Appearance</legend>
      {themes.map(({ value, label, Icon }) => (
        <label
          key={value}
          className="menu-item py-2 pl-11 has-checked:font-bold has-checked:text-accent-strong has-focus-visible:bg-sunk has-focus-visible:shadow-[inset_0_0_0_2px_var(--accent-strong)]"
        >
          <Icon aria-hidden="true" />
          <span className="flex-1">{label}</span>
          <input
            type="radio"
            name="menu-theme"
            value={value}
            checked={theme === value}
            onChange={() => chooseTheme(value)}
            className="size-5 flex-none accent-(--accent-strong)"
          />
        </label>
      ))}
    </fieldset>
  );
}
