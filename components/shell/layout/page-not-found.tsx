import Link from "next/link";
import { buttonClasses } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { LineDrawing } from "@/components/ui/line-drawing";

/** The 404 card of specification 2.2. */
export function PageNotFound() {
  return (
    <div className="grid place-items-center py-8 md:py-14">
      <Card className="flex w-full max-w-md flex-col items-center p-8 text-center md:p-10">
        <LineDrawing name="lost" />
        <h1 className="mt-5 text-step-2">Page Not Found</h1>
        <p className="mt-3 mb-7 text-ink-soft">
          There's nothing at this address. It may have been moved or deleted, or the link may be incomplete.
        </p>
        <Link href="/" className={buttonClasses()}>
          Back to home
        </Link>
      </Card>
    </div>
  );
}
