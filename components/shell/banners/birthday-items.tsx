import { Cake } from "lucide-react";
import type { BannerItem } from "@/components/shell/banners/rotating-banner";
import type { BirthdayDto } from "@/lib/family/birthdays/schema";
import { describeBirthday } from "@/lib/shared/birthday-text";

/** Birthdays for the rotating banner. */
export function birthdayItems(birthdays: readonly BirthdayDto[]): BannerItem[] {
  return birthdays.map(({ memberId, displayName, daysUntil, isOwn }) => ({
    id: `birthday ${memberId}`,
    icon: <Cake aria-hidden="true" />,
    text: describeBirthday(displayName, daysUntil, isOwn),
  }));
}
