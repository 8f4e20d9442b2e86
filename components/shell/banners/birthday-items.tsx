import { Cake } from "lucide-react";
import type { BannerItem } from "@/components/shell/banners/rotating-banner";
import type { BirthdayDto } from "@/lib/family/birthdays/schema";
import { birthdayWords } from "@/lib/shared/birthday-words";

/** Birthdays for the rotating banner. */
export function birthdayItems(birthdays: readonly BirthdayDto[]): BannerItem[] {
  return birthdays.map(({ memberId, displayName, daysUntil, isOwn }) => ({
    id: `birthday ${memberId}`,
    icon: <Cake aria-hidden="true" />,
    words: birthdayWords(displayName, daysUntil, isOwn),
  }));
}
