import { bareOnPhone } from "@/components/album/home/bare-on-phone";
import { YearSection } from "@/components/album/home/year-section";
import { AccordionItem } from "@/components/ui/accordion";
import { cn } from "@/components/ui/class-names";
import type { YearCoverDto } from "@/lib/album/media/schema";
import { counted } from "@/lib/shared/counted";
import type { ScreenWidth } from "@/lib/shared/screen-width";

export interface YearGalleryProps {
  years: readonly YearCoverDto[];
  screenGuess: ScreenWidth;
}

/** The years, latest first; the latest is open. */
export function YearGallery({ years, screenGuess }: YearGalleryProps) {
  if (years.length === 0) {
    return (
      <section aria-label="Years" className="card text-center text-ink-soft">
        No photos found. Start uploading to create your family timeline!
      </section>
    );
  }
  return (
    <section aria-label="Years" className="grid gap-5">
      {years.map(({ year, itemCount }, index) => (
        <AccordionItem
          key={year}
          className={cn("card", bareOnPhone)}
          title={year}
          isOpenAtFirst={index === 0}
          aside={
            itemCount > 0 && <span className="font-semibold text-ink-soft">{counted(itemCount, "item")}</span>
          }
        >
          <YearSection year={year} screenGuess={screenGuess} />
        </AccordionItem>
      ))}
    </section>
  );
}
