import type { Metadata } from "next";
import { headers } from "next/headers";
import Link from "next/link";
import { redirect } from "next/navigation";
import { Suspense } from "react";
import { SetupChecks } from "@/components/operations/setup/setup-checks";
import { buttonClasses } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/skeleton";
import { VisitorShell } from "@/components/ui/visitor-shell";
import { isOperator } from "@/lib/account/first-run/server/first-run-service";
import type { Actor } from "@/lib/core/auth/server/actor";
import { getPageActor } from "@/lib/core/auth/server/page-actor";
import { isMailConfigured } from "@/lib/core/messages/server/service";
import { env } from "@/lib/env";
import { isSecureRequest } from "@/lib/http/same-origin";
import { getSetup } from "@/lib/operations/system/server/setup-service";

export const metadata: Metadata = { title: "How this album is set up" };

async function Checks({ actor }: { actor: Actor }) {
  const isSecure = isSecureRequest({ headers: await headers() });
  return (
    <SetupChecks
      checks={await getSetup(actor, { isSecure })}
      isMailConfigured={isMailConfigured()}
      hasAlbum={!actor.isSuperAdmin}
    />
  );
}

/** For the person who set up this installation, and super admins. */
export default async function SetupPage() {
  const actor = await getPageActor();
  if (!actor) redirect("/welcome");
  if (!(await isOperator(actor))) redirect("/");
  return (
    <VisitorShell appName={env.APP_NAME}>
      <div className="mx-auto max-w-[760px] pt-2 md:pt-8">
        <PageHeader
          title="How this album is set up"
          lead="Where your photos are, what works, and what to do about the rest. Only you and super admins see this."
          action={
            <Link
              href={actor.isSuperAdmin ? "/super-admin/system-health" : "/"}
              className={buttonClasses({ size: "large" })}
            >
              {actor.isSuperAdmin ? "Back to System Health" : "Go to your album"}
            </Link>
          }
        />
        <Suspense
          fallback={
            <div role="status" aria-label="Checking everything">
              <Skeleton className="h-96" />
            </div>
          }
        >
          <Checks actor={actor} />
        </Suspense>
      </div>
    </VisitorShell>
  );
}
