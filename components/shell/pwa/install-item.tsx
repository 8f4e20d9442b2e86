import { Download } from "lucide-react";
import { installApp, isInstalled, useCanInstall } from "@/lib/service-worker/install-app";

export interface InstallItemProps {
  onInstructions: () => void;
  /** Called once it is pressed: the menu closes. */
  onDone: () => void;
}

/**
 * Installing from the account menu: the browser's own prompt, or instructions without one. Renders nothing in the
 * installed app.
 */
export function InstallItem({ onInstructions, onDone }: InstallItemProps) {
  const canInstall = useCanInstall();
  if (isInstalled()) return null;
  return (
    <button
      type="button"
      onClick={() => {
        onDone();
        if (canInstall) void installApp();
        else onInstructions();
      }}
      className="menu-item w-full py-2 pl-11 text-left"
    >
      <Download aria-hidden="true" />
      Install app
    </button>
  );
}
