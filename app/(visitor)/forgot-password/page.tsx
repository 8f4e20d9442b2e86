import type { Metadata } from "next";
import Link from "next/link";
import { AccountCard } from "@/components/accounts/account-card";
import { VisitorShell } from "@/components/layout/visitor-shell";
import { buttonClasses } from "@/components/ui/button";
import { env } from "@/lib/env";

export const metadata: Metadata = { title: "Forgot your password?" };

export default function ForgotPasswordPage() {
  return (
    <VisitorShell appName={env.APP_NAME}>
      <AccountCard title="Forgot your password?">
        <div className="space-y-3 text-ink-soft">
          <p>
            This {env.APP_NAME} server can't send mail yet, so a reset link can't come to you. Nothing is
            lost: your pictures and your account are safe.
          </p>
          <p>Please ask the person who set up {env.APP_NAME} for your family. They can help you back in.</p>
        </div>
        <Link href="/login" className={buttonClasses({ size: "large" }, "mt-7 w-full")}>
          Back to Sign In
        </Link>
      </AccountCard>
    </VisitorShell>
  );
}
