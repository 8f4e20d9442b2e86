import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { announceFamilySwitch } from "@/lib/features/accounts/client-session";
import { loadPage, reloadPage } from "@/lib/features/accounts/full-navigation";
import { currentFamilyKey, requestSwitch } from "@/lib/features/families/queries";
import { errorMessage } from "@/lib/http/api-error";

/** Whether the browser would ask before it leaves this page: files are on their way into the present family. */
function isPageBusy(): boolean {
  const question = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(question);
  return question.defaultPrevented;
}

function tellFailure(description: string): void {
  toast({ title: "Failed to switch family", description, variant: "danger" });
}

/** Specification 4.10: choosing another family calls switch and then reloads the page. */
export function useSwitchFamily() {
  const queryClient = useQueryClient();
  const [isSwitching, setIsSwitching] = useState(false);

  /**
   * @param destination a path of the other family's album, in the place of this page
   * @returns whether the page is about to be loaded anew
   */
  async function switchTo(familyId: string, destination?: string): Promise<boolean> {
    if (isPageBusy()) {
      tellFailure("Photos or videos are still being uploaded. Wait for them, or cancel them first.");
      return false;
    }
    setIsSwitching(true);
    try {
      await requestSwitch(familyId);
      void queryClient.invalidateQueries({ queryKey: currentFamilyKey });
      announceFamilySwitch();
      if (destination) loadPage(destination, { isReplacing: true });
      else reloadPage();
      return true;
    } catch (error) {
      setIsSwitching(false);
      tellFailure(errorMessage(error, "Please try again."));
      return false;
    }
  }

  return { switchTo, isSwitching };
}
