import Link from "next/link";
import { SorterSteps } from "@/components/sorter/sorter-steps";
import { buttonClasses } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { LineDrawing } from "@/components/ui/line-drawing";

/** /ai-photo-sorter without an active subscription: what it does, and how to get it. */
export function SorterForActivePlans({ isOwner, isChild }: { isOwner: boolean; isChild: boolean }) {
  return (
    <div className="mx-auto grid max-w-[760px] gap-6">
      <div className="flex flex-col items-center text-center">
        <LineDrawing name="album" />
        <h1 className="mt-5">The AI photo sorter</h1>
        <p className="mt-2 max-w-[52ch] text-ink-soft">
          Drop in the photos from every phone in the house, and have them sorted by month in minutes. It comes
          with the Family and Premium plans.
        </p>
      </div>
      <Card aria-label="How it works">
        <SorterSteps />
      </Card>
      <div className="flex flex-wrap justify-center gap-3">
        {isChild ? (
          <Link href="/" className={buttonClasses()}>
            Back to the album
          </Link>
        ) : (
          <>
            <Link href="/pricing" className={buttonClasses()}>
              See the plans
            </Link>
            {isOwner && (
              <Link href="/billing" className={buttonClasses({ variant: "secondary" })}>
                Your family's plan
              </Link>
            )}
          </>
        )}
      </div>
    </div>
  );
}
