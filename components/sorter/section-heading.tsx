import { BeginEarlier } from "@/components/album/uploads/begin-earlier";
import { useFirstYear } from "@/components/session/use-first-year";
import type { Section } from "@/components/sorter/review-rows";
import { CalendarDays, CalendarQuestion } from "@/components/sorter/section-icons";
import { describeCount, describeUncertainty } from "@/components/sorter/sorter-text";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import type { YearMonth } from "@/lib/album/uploads/upload-state";
import { formatMonth } from "@/lib/shared/months";
import type { ReviewItem } from "@/lib/sorter/review-item";

export interface SectionHeadingProps {
  section: Section;
  items: ReadonlyMap<string, ReviewItem>;
  areAllSelected: boolean;
  isBusy: boolean;
  onSelectAll: (isOn: boolean) => void;
  onDescribe: (ids: readonly string[]) => void;
  onFile: (ids: readonly string[], month: YearMonth) => void;
  onMove: (ids: readonly string[]) => void;
  onDecide: (ids: readonly string[], decision: "keep" | "leave" | null) => void;
}

const asideTexts = {
  alike: {
    title: "Similar",
    text: "Bursts and copies. The sharpest of each goes to its month; these aren't uploaded.",
  },
  blurry: {
    title: "Blurry or dark",
    text: "A sharper photo of the same moment is uploaded. These aren't, unless you keep them.",
  },
  documents: { title: "Screenshots and documents", text: "These aren't uploaded unless you keep them." },
  alreadyInAlbum: {
    title: "Already in your album",
    text: "The album already has these exact files. They won't be uploaded again.",
  },
  duplicates: { title: "Duplicates", text: "You added the same file more than once. One of each is enough." },
  skipped: { title: "Left out", text: "You left these out. They stay on your device." },
  rejected: { title: "Can't be uploaded", text: "Select one to see why. They stay on your device." },
  uploaded: { title: "In your album now", text: "Uploaded just now." },
} as const;

/** The heading of a section, with the actions on all of it. */
export function SectionHeading(props: SectionHeadingProps) {
  const { section, items, areAllSelected, isBusy } = props;
  const { ids } = section;
  const firstYear = useFirstYear();
  const count = describeCount(ids.map((id) => items.get(id)));
  const isFinal = section.kind === "rejected" || section.kind === "uploaded";
  const suggestion = section.kind === "uncertain" ? section.group.suggestion : null;
  const statedYear = section.kind === "uncertain" ? section.group.statedYear : null;
  const title =
    section.kind === "month"
      ? formatMonth(section.group)
      : section.kind === "uncertain"
        ? count
        : asideTexts[section.kind].title;
  const text =
    section.kind === "month"
      ? null
      : section.kind === "uncertain"
        ? describeUncertainty(section.group, firstYear)
        : asideTexts[section.kind].text;
  return (
    <div className={cn("pt-6 pb-3", section.kind === "uncertain" && "pt-3")}>
      {section.kind === "uncertain" && section.isFirst && (
        <div className="mb-3 flex items-center gap-2.5 pt-3">
          <CalendarQuestion />
          <h2>When was this?</h2>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 items-center gap-2.5">
          {section.kind === "month" && <CalendarDays />}
          <div className="min-w-0">
            {section.kind === "uncertain" ? (
              <h3>{title}</h3>
            ) : (
              <h2 className="flex flex-wrap items-baseline gap-x-3">
                {title}
                <span className="font-text text-step--1 font-semibold text-ink-soft">{count}</span>
              </h2>
            )}
            {text && <p className="mt-0.5 text-step--1 text-ink-soft">{text}</p>}
            {statedYear !== null && <BeginEarlier year={statedYear} />}
          </div>
        </div>
        {!isBusy && !isFinal && (
          <div className="flex flex-wrap gap-2">
            {suggestion && (
              <Button size="small" className="min-h-11" onClick={() => props.onFile(ids, suggestion)}>
                Move to {formatMonth(suggestion)}
              </Button>
            )}
            {section.kind === "uncertain" && (
              <Button size="small" className="min-h-11" variant="secondary" onClick={() => props.onMove(ids)}>
                {suggestion ? "Another month" : "Choose a month"}
              </Button>
            )}
            {section.kind === "month" && (
              <Button
                size="small"
                className="min-h-11"
                variant="secondary"
                aria-label={`Describe ${title}`}
                onClick={() => props.onDescribe(ids)}
              >
                Describe
              </Button>
            )}
            {(section.kind === "blurry" || section.kind === "documents" || section.kind === "alike") && (
              <Button
                size="small"
                className="min-h-11"
                variant="secondary"
                aria-label={`Keep all: ${title}`}
                onClick={() => props.onDecide(ids, "keep")}
              >
                Keep all
              </Button>
            )}
            {section.kind !== "alreadyInAlbum" && section.kind !== "duplicates" && (
              <Button
                size="small"
                className="min-h-11"
                variant="ghost"
                aria-label={`${areAllSelected ? "Deselect" : "Select"} all: ${title}`}
                onClick={() => props.onSelectAll(!areAllSelected)}
              >
                {areAllSelected ? "Deselect" : "Select all"}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
