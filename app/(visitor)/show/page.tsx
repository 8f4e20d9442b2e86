import type { Metadata, Viewport } from "next";
import { ShowPage } from "@/components/album/screens/show-page";

export const metadata: Metadata = { title: "Photos" };
export const viewport: Viewport = { themeColor: "#000000" };

/** For TVs, tablets and frames: nobody is signed in there (decision 72). */
export default function Page() {
  return <ShowPage />;
}
