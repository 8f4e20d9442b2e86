import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";

interface IconButtonProps {
  label: string;
  isOff?: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** A round button that shows only an icon. */
export function IconButton({ label, isOff = false, onPress, children }: IconButtonProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} title={label} disabled={isOff} onClick={onPress}>
      {children}
    </Button>
  );
}
