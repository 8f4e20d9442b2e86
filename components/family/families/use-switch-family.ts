import { useQueryClient } from "@tanstack/react-query";
import { leavingPage, useAction } from "@/components/forms/use-action";
import { announceFamilySwitch } from "@/lib/account/accounts/client/client-session";
import { loadPage, reloadPage } from "@/lib/account/accounts/client/full-navigation";
import { currentFamilyKey, switchFamily } from "@/lib/family/families/client/queries";

/** Whether the browser would ask before leaving this page: files are being uploaded into the current family. */
function isPageBusy(): boolean {
  const question = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(question);
  return question.defaultPrevented;
}

/** Specification 4.10: choosing another family calls switch and then reloads the page. */
export function useSwitchFamily() {
  const queryClient = useQueryClient();
  const { run, isBusy } = useAction(
    async ({ familyId, destination }: { familyId: string; destination: string | undefined }) => {
      if (isPageBusy()) {
        throw new Error("Photos or videos are still being uploaded. Wait for them, or cancel them first.");
      }
      await switchFamily(familyId);
      void queryClient.invalidateQueries({ queryKey: currentFamilyKey });
      announceFamilySwitch();
      if (destination) loadPage(destination, { isReplacing: true });
      else reloadPage();
      return leavingPage;
    },
    { failureTitle: "Failed to switch family" },
  );

  /**
   * @param destination a path in the other family's album, opened instead of this page
   * @returns whether the page is about to be reloaded
   */
  const switchTo = (familyId: string, destination?: string): Promise<boolean> =>
    run({ familyId, destination });

  return { switchTo, isSwitching: isBusy };
}
