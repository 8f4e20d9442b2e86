import { Greeting } from "@/components/home/greeting";
import { NoFamilyWaysMount } from "@/components/home/no-family-ways-mount";
import { LineDrawing } from "@/components/ui/line-drawing";
import type { FamilyDto } from "@/lib/features/families/schema";

export interface NoFamilyHomeProps {
  greetedName: string;
  /** Those that one belongs to all the same: this session just looks at none. */
  families: FamilyDto[];
}

/** Home of somebody who is signed in and looks at no family: choose, join or create one. */
export function NoFamilyHome({ greetedName, families }: NoFamilyHomeProps) {
  return (
    <section
      aria-label="Create or join a family"
      className="card mx-auto max-w-2xl px-5 py-8 md:px-10 md:py-11"
    >
      <div className="flex flex-col items-center text-center">
        <LineDrawing name="tray" />
        <div className="mt-5">
          <Greeting name={greetedName} />
        </div>
        <p className="mt-3 max-w-lg text-ink-soft">
          {families.length > 0
            ? "Which family's album would you like to see?"
            : "Your account is ready, and it belongs to no family yet. There are two ways into an album."}
        </p>
      </div>
      <NoFamilyWaysMount families={families} />
    </section>
  );
}
