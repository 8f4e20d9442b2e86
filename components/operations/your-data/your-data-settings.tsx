"use client";

import { Download } from "lucide-react";
import { ExportsSettings } from "@/components/operations/exports/exports-settings";
import { DeleteAccount } from "@/components/operations/your-data/delete-account";
import { useAuth } from "@/components/session/session-auth-provider";
import { buttonClasses } from "@/components/ui/button";
import { usePreferences } from "@/components/ui/preferences";
import { exportAddress } from "@/lib/operations/your-data/client/queries";
import type { AccountDeletionPlan } from "@/lib/operations/your-data/schema";

/** Exporting the person's data, and deleting their account. */
export function YourDataSettings({ plan }: { plan: AccountDeletionPlan }) {
  const { user } = useAuth();
  const { appName } = usePreferences();
  return (
    <div className="grid max-w-xl gap-9">
      <section aria-labelledby="download-data" className="grid gap-3">
        <h2 id="download-data" className="text-step-1">
          Download your data
        </h2>
        <p className="text-ink-soft">
          One ZIP file with everything {appName} stores about you, including the original of every photo and
          video you added. If you added many, the file is large and the download takes a while.
        </p>
        <a
          href={exportAddress}
          download
          className={buttonClasses({ variant: "secondary" }, "justify-self-start max-sm:w-full")}
        >
          <Download aria-hidden="true" />
          Download my data
        </a>
      </section>
      {user?.currentFamily && <ExportsSettings />}
      {user && <DeleteAccount user={user} plan={plan} />}
    </div>
  );
}
