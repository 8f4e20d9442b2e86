import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/class-names";
import { Spinner } from "@/components/ui/spinner";

const variants = cva("button", {
  variants: {
    variant: {
      primary: "button-primary",
      secondary: "button-secondary",
      ghost: "button-ghost",
      danger: "button-danger",
    },
    size: { small: "button-small", medium: "", large: "button-large", icon: "button-icon" },
  },
  defaultVariants: { variant: "primary", size: "medium" },
});

export type ButtonLook = VariantProps<typeof variants>;

/** The button's look for a link: `<Link className={buttonClasses({ variant: "secondary" })}>`. */
export function buttonClasses(look: ButtonLook = {}, className?: string): string {
  return cn(variants(look), className);
}

export interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  /** Shows a spinner and ignores presses; the button keeps its place in the tab order. */
  isBusy?: boolean;
  /** Replaces the button's text while it is busy. */
  busyLabel?: ReactNode;
}

/** `type` is "button" by default. An icon-only button (`size="icon"`) needs an aria-label. */
export function Button({
  variant,
  size,
  isBusy = false,
  busyLabel,
  className,
  type = "button",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClasses({ variant, size }, className)}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest["aria-disabled"]}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy && <Spinner />}
      {isBusy ? (busyLabel ?? (size === "icon" ? null : children)) : children}
    </button>
  );
}
