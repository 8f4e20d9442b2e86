"use client";

import { Download, Upload } from "lucide-react";
import Link from "next/link";
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
      {user?.currentFamily && !user.isChild && (
        <section aria-labelledby="import-photos" className="grid gap-3">
          <h2 id="import-photos" className="text-step-1">
            Bring photos over
          </h2>
          <p className="text-ink-soft">
            From Google Photos, Apple and other albums, with their descriptions and comments.
          </p>
          <Link
            href="/import"
            className={buttonClasses({ variant: "secondary" }, "justify-self-start max-sm:w-full")}
          >
            <Upload aria-hidden="true" />
            Import photos
          </Link>
        </section>
      )}
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
