"use client";

import { fetchedPart } from "@/components/ui/fetched-part";

// Hardly ever shown, so kept out of the first load of every page.
const OtherFamilyBanner = fetchedPart(
  async () => (await import("@/components/album/sharing/other-family-banner")).OtherFamilyBanner,
  { isQuiet: true },
);

export function OtherFamilyBannerMount({ family }: { family: { id: string; name: string } }) {
  return <OtherFamilyBanner family={family} />;
}
