import { saveToastForNextPage } from "@/components/ui/toast";
import { announceFamilySwitch } from "@/lib/account/accounts/client/client-session";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import { listFamilies, switchFamily } from "@/lib/family/families/client/queries";

/**
 * After leaving or deleting a family: goes to another family's home if there is one, otherwise to where one can be
 * joined. The server leaves this session without a family, so a repeated request doesn't affect the next one.
 */
export async function continueElsewhere(title: string): Promise<void> {
  saveToastForNextPage({ title });
  try {
    const [next] = await listFamilies();
    if (next) await switchFamily(next.id);
  } catch {
    // Home offers a choice of families.
  }
  announceFamilySwitch();
  loadPage("/");
}
