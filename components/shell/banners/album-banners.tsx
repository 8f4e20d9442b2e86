import { birthdayItems } from "@/components/shell/banners/birthday-items";
import { freePrintsItems } from "@/components/shell/banners/free-prints-items";
import { LiveStorageBanner } from "@/components/shell/banners/live-storage-banner";
import { RotatingBanner } from "@/components/shell/banners/rotating-banner";
import { StorageBanner } from "@/components/shell/banners/storage-banner";
import type { QuotaNotificationsDto } from "@/lib/album/quota/schema";
import type { BirthdayDto } from "@/lib/family/birthdays/schema";

export interface AlbumBannersProps {
  /** null for someone who has nothing to do with storage, such as a child. */
  storage: QuotaNotificationsDto | null;
  /** Free prints that can still be ordered this month; 0 for a child. */
  freePrints: number;
  birthdays: readonly BirthdayDto[];
  /** The cookie's value while the rotating banner is hidden. */
  hiddenValue: string;
}

/** The banners between the header and the page: storage running out, and the family's small news. */
export function AlbumBanners({ storage, freePrints, birthdays, hiddenValue }: AlbumBannersProps) {
  return (
    <>
      {storage && (
        <LiveStorageBanner>
          <StorageBanner notifications={storage} />
        </LiveStorageBanner>
      )}
      <RotatingBanner
        items={[...birthdayItems(birthdays), ...freePrintsItems(freePrints)]}
        hiddenValue={hiddenValue}
      />
    </>
  );
}
