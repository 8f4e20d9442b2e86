import type { Metadata } from "next";
import { ImportsView } from "@/components/album/imports/imports-view";
import { GrownUpsOnly } from "@/components/shop/prints/grown-ups-only";
import { PageHeader } from "@/components/ui/page-header";
import { importFoldersKey, importsKey } from "@/lib/album/imports/client/queries";
import { listImportFolders } from "@/lib/album/imports/server/server-folders";
import { listImports } from "@/lib/album/imports/server/service";
import { requirePageActor } from "@/lib/core/auth/server/page-actor";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";

export const metadata: Metadata = { title: "Import photos" };

export default async function ImportPage() {
  const actor = await requirePageActor();
  if (actor.isChild) {
    return <GrownUpsOnly>Ask one of them to bring your photos over from another album.</GrownUpsOnly>;
  }
  const [imports, folders] = await Promise.all([listImports(actor), listImportFolders(actor)]);
  return (
    <HydrationBoundary
      state={hydratedQueries([
        [importsKey, imports],
        [importFoldersKey, folders],
      ])}
    >
      <PageHeader
        title="Import photos"
        lead="Bring everything over from Google Photos, Apple, Immich, FamilyAlbum, WhatsApp, Facebook, Instagram, or another album like this one. We show you what's in it first, and you can undo all of it afterwards."
      />
      <ImportsView familyId={actor.familyId} canAddPeople={actor.isAdmin} />
    </HydrationBoundary>
  );
}
