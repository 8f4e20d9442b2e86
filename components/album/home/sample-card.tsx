import { Heart } from "lucide-react";
import { SampleDrawing, type SampleDrawingName } from "@/components/album/home/sample-drawing";
import { Badge } from "@/components/ui/badge";

export interface Sample {
  drawing: SampleDrawingName;
  title: string;
  description: string;
  likeCount: number;
}

/** A sample of an album card: drawn, and marked as an example. */
export function SampleCard({ sample: { drawing, title, description, likeCount } }: { sample: Sample }) {
  return (
    <article className="card overflow-hidden p-0 md:p-0">
      <div className="relative">
        <SampleDrawing name={drawing} />
        <Badge className="absolute top-3 left-3 bg-card text-ink">Example</Badge>
      </div>
      <div className="p-4 md:p-5">
        <h3>{title}</h3>
        <p className="mt-1 text-[0.94rem] text-ink-soft">{description}</p>
        <p className="mt-3 flex items-center gap-1.5 text-step--1 font-semibold text-accent-strong">
          <Heart aria-hidden="true" className="size-4 fill-current" />
          {likeCount} likes
        </p>
      </div>
    </article>
  );
}
