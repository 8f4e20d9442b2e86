"use client";

import dynamic from "next/dynamic";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";

/** There is nothing to sort until the browser has loaded the page: the files are on the device. */
export const SorterMount = dynamic(
  async () => (await import("@/components/sorter/sorter-screen")).SorterScreen,
  {
    ssr: false,
    loading: () => (
      <>
        <PageHeader title="AI photo sorter" lead="A pile of photos in, a tidy album out." />
        <Skeleton className="h-72 rounded-3xl" />
      </>
    ),
  },
);
