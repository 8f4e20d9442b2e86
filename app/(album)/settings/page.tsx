import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PageHeader } from "@/components/media/page-header";
import { TrashList } from "@/components/media/trash-list";
import { AppearanceSettings } from "@/components/settings/appearance-settings";
import { FamilySettings } from "@/components/settings/family-settings";
import { NotificationSettings } from "@/components/settings/notification-settings";
import { RegionSettings } from "@/components/settings/region-settings";
import { type SettingsTab, SettingsTabs } from "@/components/settings/settings-tabs";
import { YourDataSettings } from "@/components/settings/your-data-settings";
import { type Actor, isMember } from "@/lib/auth/actor";
import { getPageSettings, requirePageUser } from "@/lib/auth/page-actor";
import { userSettingsKey } from "@/lib/core/settings/queries";
import { env } from "@/lib/env";
import { currentFamilyKey } from "@/lib/features/families/queries";
import { requireFamilyOf } from "@/lib/features/families/service";
import { trashKey } from "@/lib/features/media/queries";
import { listTrash } from "@/lib/features/media/service";
import { recognitionKey } from "@/lib/features/recognition/queries";
import { getRecognition } from "@/lib/features/recognition/service";
import { planAccountDeletion } from "@/lib/features/your-data/deletion-service";
import type { AccountDeletionPlan } from "@/lib/features/your-data/schema";
import { hydratedQueries } from "@/lib/http/hydrated-queries";

export const metadata: Metadata = { title: "Settings" };

/** Who has no family yet has settings, but neither a family's nor a trash. */
function tabsFor(isInFamily: boolean, plan: AccountDeletionPlan): SettingsTab[] {
  return [
    { name: "appearance", label: "Appearance", content: <AppearanceSettings /> },
    {
      name: "notifications",
      label: "Notifications",
      content: <NotificationSettings appName={env.APP_NAME} />,
    },
    { name: "region", label: "Language and currency", content: <RegionSettings /> },
    ...(isInFamily ? [{ name: "family", label: "Family", content: <FamilySettings /> }] : []),
    { name: "data", label: "Your data", content: <YourDataSettings plan={plan} /> },
    ...(isInFamily ? [{ name: "trash", label: "Trash", content: <TrashList /> }] : []),
  ];
}

/** What the tabs of a family show. */
async function familyQueries(actor: Actor) {
  if (!isMember(actor)) return [];
  const [trash, family, recognition] = await Promise.all([
    listTrash(actor),
    requireFamilyOf(actor, actor.familyId),
    getRecognition(actor),
  ]);
  return [
    [trashKey, trash] as const,
    [currentFamilyKey, family] as const,
    [recognitionKey, recognition] as const,
  ];
}

export default async function SettingsPage({
  searchParams,
}: {
  searchParams: Promise<{ tab?: string | string[] }>;
}) {
  const actor = await requirePageUser();
  const [{ tab }, plan, settings, known] = await Promise.all([
    searchParams,
    planAccountDeletion(actor),
    getPageSettings(),
    familyQueries(actor),
  ]);
  const tabs = tabsFor(isMember(actor), plan);
  const first = tabs.find(({ name }) => name === tab)?.name ?? "appearance";
  return (
    <HydrationBoundary state={hydratedQueries([[userSettingsKey, settings], ...known])}>
      <PageHeader title="Settings" />
      <SettingsTabs tabs={tabs} first={first} />
    </HydrationBoundary>
  );
}
