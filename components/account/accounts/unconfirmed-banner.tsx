import { MailQuestion } from "lucide-react";
import Link from "next/link";
import { ResendConfirmation } from "@/components/account/accounts/resend-confirmation";
import { buttonClasses } from "@/components/ui/button";

/** Over every page while the account's address is unconfirmed. @param email null: there is none to confirm */
export function UnconfirmedBanner({ email }: { email: string | null }) {
  return (
    <section
      aria-label="Confirm your email address"
      className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3 rounded-2xl bg-honey-soft p-4 md:p-5"
    >
      <MailQuestion aria-hidden="true" className="mt-0.5 size-6 flex-none" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold wrap-anywhere">
          {email ? `Please confirm ${email}` : "Please add your email address"}
        </p>
        <p className="mt-1">
          {email
            ? "Open the link we emailed you. Then you can invite your family, add passkeys and store more than 200MB."
            : "Once you confirm it, you can invite your family, add passkeys and store more than 200MB."}
        </p>
      </div>
      {email ? (
        <ResendConfirmation email={email} />
      ) : (
        <Link href="/profile" className={buttonClasses({ variant: "secondary", size: "small" })}>
          Open my profile
        </Link>
      )}
    </section>
  );
}
