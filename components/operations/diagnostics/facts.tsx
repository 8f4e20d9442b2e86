import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";

/** The names and values of a tool's findings. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-[0.94rem]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** OK, not yet, or wrong: as a word, not only as a colour. */
export function StateBadge({
  state,
  children,
}: {
  state: "fine" | "waiting" | "wrong";
  children: ReactNode;
}) {
  const tone = { fine: "leaf", waiting: "honey", wrong: "accent" } as const;
  return <Badge tone={tone[state]}>{children}</Badge>;
}
