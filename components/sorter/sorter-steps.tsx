import { CalendarCheck2, Images, ShieldCheck } from "lucide-react";

const steps = [
  {
    Icon: Images,
    title: "Drop everything in",
    text: "Hundreds of files, whole folders, or a ZIP from Google Takeout.",
  },
  {
    Icon: CalendarCheck2,
    title: "Review it once",
    text: "Sorted by the month they were taken. Bursts, blurry shots and screenshots are set apart, and nothing is hidden from you.",
  },
  {
    Icon: ShieldCheck,
    title: "No one else looks",
    text: "Sorting happens on your device. Nothing is sent until you upload, and then only to your family's album.",
  },
] as const;

/** Describes the sorter in three steps. */
export function SorterSteps() {
  return (
    <ol className="grid gap-5 md:grid-cols-3 md:gap-6">
      {steps.map(({ Icon, title, text }) => (
        <li key={title} className="flex gap-3.5 md:flex-col md:gap-2.5">
          <span className="grid size-11 flex-none place-items-center rounded-2xl bg-accent-soft text-accent-strong">
            <Icon aria-hidden="true" className="size-[22px]" strokeWidth={1.8} />
          </span>
          <div>
            <p className="font-semibold">{title}</p>
            <p className="mt-0.5 text-step--1 text-ink-soft">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
