import type { ReactNode } from "react";
import { cn } from "@/components/ui/class-names";
import { type DrawingName, LineDrawing } from "@/components/ui/line-drawing";

export interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** The one next step, a button or a link. */
  action?: ReactNode;
  drawing?: DrawingName;
  /** Level of the title: 1 if it is the page's heading. */
  level?: 1 | 2 | 3;
  className?: string;
}

/** Nothing here yet: a small drawing, a kind sentence and one clear next step. */
export function EmptyState({ title, children, action, drawing, level = 2, className }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={cn("mx-auto flex max-w-md flex-col items-center px-4 py-10 text-center", className)}>
      <LineDrawing name={drawing ?? "album"} />
      <Heading className="mt-5 text-step-2">{title}</Heading>
      {children && <div className="mt-2 text-ink-soft">{children}</div>}
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
