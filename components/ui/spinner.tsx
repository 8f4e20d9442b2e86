import { cn } from "@/components/ui/class-names";

/** A turning ring in the text's colour and size. With `label` it is announced; without, it is decorative. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  if (!label) return <span aria-hidden="true" className={cn("spinner", className)} />;
  return (
    <span role="status" className={cn("inline-flex items-center gap-3 text-ink-soft", className)}>
      <span aria-hidden="true" className="spinner text-accent-strong" />
      {label}
    </span>
  );
}
