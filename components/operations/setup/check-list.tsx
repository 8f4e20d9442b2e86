import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import type { SystemHealthDto } from "@/lib/operations/system/schema";

type Check = SystemHealthDto["checks"][number];

const levels = {
  ok: { Icon: CircleCheck, label: "OK", tone: "leaf", look: "text-leaf" },
  warn: { Icon: TriangleAlert, label: "Warning", tone: "honey", look: "text-honey" },
  wrong: { Icon: CircleAlert, label: "Error", tone: "accent", look: "text-danger" },
} as const;

const checkName = (name: string) => {
  if (name === "sms") return "SMS";
  const plain = name.replace(/-/g, " ");
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
};

/** Renders text in backticks as code. */
function withCode(text: string): ReactNode {
  return text.split("`").map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <code key={index} className="rounded-md bg-sunk px-1.5 py-0.5 font-mono text-[0.92em]">
        {part}
      </code>
    ),
  );
}

/** Each check with its state, its result, and what to do. */
export function CheckList({
  checks,
  actionFor,
}: {
  checks: readonly Check[];
  /** A button or link below a check. */
  actionFor?: (check: Check) => ReactNode;
}) {
  return (
    <ul aria-label="Checks" className="divide-y divide-line">
      {checks.map((check) => {
        const { name, level, message, advice } = check;
        const { Icon, label, tone, look } = levels[level];
        return (
          <li key={name} className="flex gap-3.5 py-3">
            <Icon aria-hidden="true" className={`mt-0.5 size-5 flex-none ${look}`} />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
                {checkName(name)}
                <Badge tone={tone}>{label}</Badge>
              </p>
              <p className="text-step--1 text-ink-soft wrap-anywhere">{message}</p>
              {advice && <p className="text-step--1 wrap-anywhere">{withCode(advice)}</p>}
              {actionFor?.(check)}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
