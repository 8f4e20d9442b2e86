import { Badge } from "@/components/ui/badge";
import { Card, CardHeader } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import type { IntegrityCounts } from "@/lib/operations/integrity/schema";
import { numberText } from "@/lib/shared/counted";

const rows: { kind: keyof IntegrityCounts; title: string; lead: string }[] = [
  { kind: "missing", title: "Missing", lead: "the original is not in storage" },
  {
    kind: "truncated",
    title: "Wrong length",
    lead: "the original is shorter or longer than when it was uploaded",
  },
  {
    kind: "altered",
    title: "Changed",
    lead: "the original differs from what was uploaded, or can't be read",
  },
  {
    kind: "rowless",
    title: "Not in the album",
    lead: "the files are intact, but the album doesn't list them",
  },
  { kind: "orphan", title: "Orphaned", lead: "a file that belongs to nothing in the album" },
];

interface NightlyCheck {
  status: "running" | "done" | "refused";
  finishedAt: string | null;
  counts: IntegrityCounts;
}

/** The last nightly comparison of rows, files and hashes in this family. It only reports. */
export function NightlyCheckCard({ check }: { check: NightlyCheck | null }) {
  return (
    <Card aria-labelledby="nightly-check">
      <CardHeader id="nightly-check" title="Nightly check" />
      <Outcome check={check} />
    </Card>
  );
}

function Outcome({ check }: { check: NightlyCheck | null }) {
  if (!check) return <p className="text-ink-soft">The first check runs tonight.</p>;
  const when = check.finishedAt && (
    <span className="text-step--1 text-ink-soft">
      <RelativeTime iso={check.finishedAt} />
    </span>
  );
  if (check.status === "refused") {
    return (
      <p>
        The photo storage could not be read, so the album could not be checked. The person who runs this
        server has been notified. {when}
      </p>
    );
  }
  const found = rows.filter(({ kind }) => check.counts[kind] > 0);
  if (found.length === 0) {
    return (
      <p>
        <Badge tone="leaf">All good</Badge> Every original is there and exactly as it was uploaded. {when}
      </p>
    );
  }
  return (
    <>
      <p className="mb-3">Some files need attention. Nothing was deleted or changed. {when}</p>
      <dl className="grid gap-2.5">
        {found.map(({ kind, title, lead }) => (
          <div key={kind} className="flex items-baseline gap-3">
            <dt className="min-w-0 flex-1">
              <span className="font-semibold">{title}</span>
              <span className="text-ink-soft">: {lead}</span>
            </dt>
            <dd className="font-semibold tabular-nums">{numberText(check.counts[kind])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
