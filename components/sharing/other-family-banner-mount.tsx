"use client";

import { lazy, Suspense } from "react";

// Hardly ever shown: out of the first load of every page.
const OtherFamilyBanner = lazy(async () => ({
  default: (await import("@/components/sharing/other-family-banner")).OtherFamilyBanner,
}));

export function OtherFamilyBannerMount({ family }: { family: { id: string; name: string } }) {
  return (
    <Suspense>
      <OtherFamilyBanner family={family} />
    </Suspense>
  );
}
