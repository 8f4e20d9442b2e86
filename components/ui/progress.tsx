import { cn } from "@/components/ui/class-names";

export interface ProgressProps {
  /** 0 to 100. */
  percent: number;
  label: string;
  className?: string;
}

export function Progress({ percent, label, className }: ProgressProps) {
  const shown = Math.round(Math.min(100, Math.max(0, percent)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown}
      className={cn("progress", className)}
    >
      <i style={{ width: `${shown}%` }} />
    </div>
  );
}
