import type { Metadata } from "next";
import { AppearanceSettings } from "@/components/account/settings/appearance-settings";
import { RegionSettings } from "@/components/account/settings/region-settings";
import { StackSettings } from "@/components/account/settings/stack-settings";
import { StartPageSettings } from "@/components/account/settings/start-page-settings";
import { TrashList } from "@/components/album/media/trash-list";
import { MemorySettings } from "@/components/album/memories/memory-settings";
import { NotificationSettings } from "@/components/notify/notifications/notification-settings";
import { YourDataSettings } from "@/components/operations/your-data/your-data-settings";
import { FamilySettings } from "@/components/shell/settings/family-settings";
import { type SettingsTab, SettingsTabs } from "@/components/shell/settings/settings-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { trashKey } from "@/lib/album/media/client/queries";
import { listTrash } from "@/lib/album/media/server/service";
import { type Actor, isMember } from "@/lib/core/auth/server/actor";
import { requirePageUser } from "@/lib/core/auth/server/page-actor";
import { userSettingsKey } from "@/lib/core/settings/client/queries";
import { getPageSettings } from "@/lib/core/settings/server/page-settings";
import { env } from "@/lib/env";
import { recognitionKey } from "@/lib/faces/recognition/client/queries";
import { getRecognition } from "@/lib/faces/recognition/server/service";
import { currentFamilyKey } from "@/lib/family/families/client/queries";
import { requireFamilyOf } from "@/lib/family/families/server/service";
import { hydratedQueries } from "@/lib/http/hydrated-queries";
import { HydrationBoundary } from "@/lib/http/hydration-boundary";
import type { AccountDeletionPlan } from "@/lib/operations/your-data/schema";
import { planAccountDeletion } from "@/lib/operations/your-data/server/deletion-service";

export const metadata: Metadata = { title: "Settings" };

/** Someone without a family has settings, but neither a family tab nor a trash. */
function tabsFor(isInFamily: boolean, plan: AccountDeletionPlan): SettingsTab[] {
  return [
    {
      name: "appearance",
      label: "Appearance",
      content: (
        <>
          <AppearanceSettings />
          {isInFamily && <StartPageSettings />}
          {isInFamily && <StackSettings />}
        </>
      ),
    },
    {
      name: "notifications",
      label: "Notifications",
      content: <NotificationSettings appName={env.APP_NAME} />,
    },
    ...(isInFamily ? [{ name: "memories", label: "On this day", content: <MemorySettings /> }] : []),
    { name: "region", label: "Language and currency", content: <RegionSettings /> },
    ...(isInFamily ? [{ name: "family", label: "Family", content: <FamilySettings /> }] : []),
    { name: "data", label: "Your data", content: <YourDataSettings plan={plan} /> },
    ...(isInFamily ? [{ name: "trash", label: "Trash", content: <TrashList /> }] : []),
  ];
}

/** The data for a family's tabs. */
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
