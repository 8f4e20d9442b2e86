import Link from "next/link";
import { useEffect, useRef } from "react";
import { buttonClasses } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { LineDrawing } from "@/components/ui/line-drawing";

/** Replaces a form once it has been sent; focus moves to its heading, so it is announced. */
export function ReportDone({ title, children }: { title: string; children: React.ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="mx-auto flex max-w-xl flex-col items-center p-8 text-center">
      <LineDrawing name="heart" />
      <h2 ref={heading} tabIndex={-1} className="mt-5 text-step-2 outline-none">
        {title}
      </h2>
      <div className="mt-2 mb-6 text-ink-soft">{children}</div>
      <Link href="/" className={buttonClasses()}>
        Back to the album
      </Link>
    </Card>
  );
}
