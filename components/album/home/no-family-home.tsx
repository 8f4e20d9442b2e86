import Link from "next/link";
import { NoFamilyOptionsMount } from "@/components/album/home/no-family-options-mount";
import { LineDrawing } from "@/components/ui/line-drawing";
import type { FamilyDto } from "@/lib/family/families/schema";

export interface NoFamilyHomeProps {
  greeting: string;
  /** The families this person belongs to; none is selected in the session. */
  families: FamilyDto[];
  /** The selected family, if a super admin has suspended its album. */
  closedFamilyName?: string | null;
}

/** Home for someone who is signed in but has no family selected: choose, join or create one. */
export function NoFamilyHome({ greeting, families, closedFamilyName = null }: NoFamilyHomeProps) {
  return (
    <section
      aria-label="Create or join a family"
      className="card mx-auto max-w-2xl px-5 py-8 md:px-10 md:py-11"
    >
      <div className="flex flex-col items-center text-center">
        <LineDrawing name="tray" />
        <h1 className="mt-5">{greeting}</h1>
        {closedFamilyName && <ClosedFamily name={closedFamilyName} />}
        <p className="mt-3 max-w-lg text-ink-soft">
          {closedFamilyName && families.length === 0
            ? "You can still join or create another family."
            : families.length > 0
              ? "Which family's album would you like to see?"
              : "Your account is ready, but it isn't part of a family yet. Join one or create your own."}
        </p>
      </div>
      <NoFamilyOptionsMount families={families} />
    </section>
  );
}

/** What members of a suspended family see: what happened, and what they can do. */
function ClosedFamily({ name }: { name: string }) {
  return (
    <div role="status" className="mt-5 max-w-lg rounded-2xl bg-honey-soft px-5 py-4 text-left">
      <h2 className="text-step-1">The album of {name} is closed for now</h2>
      <p className="mt-1.5">
        The person who runs this server has closed it. Nothing in it is lost, and it will reopen as it was.
        Please ask them if you don't know why. You can still{" "}
        <Link href="/settings?tab=data" className="text-link">
          download your own data
        </Link>
        .
      </p>
    </div>
  );
}
