"use client";

import { lazy, Suspense } from "react";
import type { FamilyDto } from "@/lib/family/families/schema";

// Kept out of the first load of people who have a family.
const NoFamilyOptions = lazy(async () => ({
  default: (await import("@/components/album/home/no-family-options")).NoFamilyOptions,
}));

export function NoFamilyOptionsMount({ families }: { families: FamilyDto[] }) {
  return (
    <Suspense>
      <NoFamilyOptions families={families} />
    </Suspense>
  );
}
