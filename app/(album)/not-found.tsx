import type { Metadata } from "next";
import { PageNotFound } from "@/components/shell/layout/page-not-found";

export const metadata: Metadata = { title: "Page Not Found" };

export default function AlbumNotFound() {
  return <PageNotFound />;
}
