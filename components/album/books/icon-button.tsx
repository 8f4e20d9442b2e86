import type { ReactNode } from "react";

interface IconButtonProps {
  label: string;
  isOff?: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** A round button that shows only an icon. */
export function IconButton({ label, isOff = false, onPress, children }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={isOff}
      onClick={onPress}
      className="grid size-11 place-items-center rounded-full hover:bg-sunk focus-visible:outline-3 focus-visible:outline-accent-strong disabled:opacity-35"
    >
      {children}
    </button>
  );
}
