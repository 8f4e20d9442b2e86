import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PageHeader } from "@/components/media/page-header";
import { TrashList } from "@/components/media/trash-list";
import { AppearanceSettings } from "@/components/settings/appearance-settings";
import { type SettingsTab, SettingsTabs } from "@/components/settings/settings-tabs";
import { requirePageActor } from "@/lib/auth/page-actor";
import { trashKey } from "@/lib/features/media/queries";
import { listTrash } from "@/lib/features/media/service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";

export const metadata: Metadata = { title: "Settings" };

const tabs: SettingsTab[] = [
  { name: "appearance", label: "Appearance", content: <AppearanceSettings /> },
  { name: "trash", label: "Trash", content: <TrashList /> },
];

export default async function SettingsPage({
  searchParams,
}: {
  searchParams: Promise<{ tab?: string | string[] }>;
}) {
  const actor = await requirePageActor();
  const [{ tab }, trash] = await Promise.all([searchParams, listTrash(actor)]);
  const first = tabs.find(({ name }) => name === tab)?.name ?? "appearance";
  return (
    <HydrationBoundary state={hydratedQueries([[trashKey, trash]])}>
      <PageHeader title="Settings" />
      <SettingsTabs tabs={tabs} first={first} />
    </HydrationBoundary>
  );
}
