import type { Metadata } from "next";
import { headers } from "next/headers";
import { ScreensView } from "@/components/album/screens/screens-view";
import { GrownUpsOnly } from "@/components/shop/prints/grown-ups-only";
import { screensKey } from "@/lib/album/screens/client/queries";
import { listShowChoices } from "@/lib/album/screens/server/choices-service";
import { listScreens } from "@/lib/album/screens/server/service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { visitedUrlOf } from "@/lib/http/app-url";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";

export const metadata: Metadata = { title: "TVs and frames" };

/** With `?code`, from the QR code on a TV or frame. */
export default async function ScreensPage({
  searchParams,
}: {
  searchParams: Promise<{ code?: string | string[] }>;
}) {
  const actor = await requirePageActor();
  if (actor.isChild) return <GrownUpsOnly>Ask one of them to show the album on the TV.</GrownUpsOnly>;
  const [{ code }, sent, screens, choices] = await Promise.all([
    searchParams,
    headers(),
    listScreens(actor),
    listShowChoices(actor),
  ]);
  return (
    <HydrationBoundary state={hydratedQueries([[screensKey, screens]])}>
      <ScreensView
        code={typeof code === "string" ? code : ""}
        address={`${new URL(visitedUrlOf(sent)).host}/show`}
        choices={choices}
      />
    </HydrationBoundary>
  );
}
