import { CalendarClock, CalendarDays as Days } from "lucide-react";

const look = "grid size-10 flex-none place-items-center rounded-2xl";

export function CalendarDays() {
  return (
    <span className={`${look} bg-accent-soft text-accent-strong`}>
      <Days aria-hidden="true" className="size-5" strokeWidth={1.8} />
    </span>
  );
}

export function CalendarQuestion() {
  return (
    <span className={`${look} bg-honey-soft text-ink`}>
      <CalendarClock aria-hidden="true" className="size-5" strokeWidth={1.8} />
    </span>
  );
}
