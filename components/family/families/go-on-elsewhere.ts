import { keepToastForNextPage } from "@/components/ui/toast";
import { announceFamilySwitch } from "@/lib/account/accounts/client/client-session";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import { listFamilies, switchFamily } from "@/lib/family/families/client/queries";

/**
 * After a family was left or deleted: home of another family, if there is one, else where one can be joined. The
 * server leaves this session without a family, so that a repeated request doesn't hit the next one.
 */
export async function goOnElsewhere(title: string): Promise<void> {
  keepToastForNextPage({ title });
  try {
    const [next] = await listFamilies();
    if (next) await switchFamily(next.id);
  } catch {
    // Home offers the families to choose from.
  }
  announceFamilySwitch();
  loadPage("/");
}
