import { Download } from "lucide-react";
import { DropdownMenuItem } from "@/components/ui/dropdown-menu";
import { installApp, isInstalled, useCanInstall } from "@/lib/service-worker/install-app";

/** The user menu's way to the home screen: the browser's own question, else instructions. Nothing in the installed app. */
export function InstallItem({ onInstructions }: { onInstructions: () => void }) {
  const canInstall = useCanInstall();
  if (isInstalled()) return null;
  return (
    <DropdownMenuItem onSelect={() => (canInstall ? void installApp() : onInstructions())}>
      <Download aria-hidden="true" />
      Install app
    </DropdownMenuItem>
  );
}
