"use client";

import { RelativeTime } from "@/components/ui/relative-time";
import type { KeptSignInMethods, SignInMethodsDto } from "@/lib/account/accounts/schema";

/** Identifies a sign-in method other than the password. */
export type MethodName = `passkey:${string}` | `identity:${string}` | "authenticator" | "phone";

/** The methods that stay in the account, in the form the API call takes. */
export function keptMethods(kept: ReadonlySet<MethodName>): KeptSignInMethods {
  const idsOf = (kind: string) =>
    [...kept].filter((name) => name.startsWith(`${kind}:`)).map((name) => name.slice(kind.length + 1));
  return {
    passkeys: idsOf("passkey"),
    identities: idsOf("identity"),
    authenticator: kept.has("authenticator"),
    phone: kept.has("phone"),
  };
}

export interface KeptMethodsFieldsProps {
  methods: SignInMethodsDto;
  /** Nobody has ever confirmed the account's address, so every older method is removed. */
  mustRemoveAll: boolean;
  kept: ReadonlySet<MethodName>;
  onChange: (kept: ReadonlySet<MethodName>) => void;
}

/** The other sign-in methods of an account whose password is being reset. Ticked ones are removed. */
export function KeptMethodsFields({ methods, mustRemoveAll, kept, onChange }: KeptMethodsFieldsProps) {
  const { passkeys, identities, hasAuthenticator, phone } = methods;
  if (passkeys.length + identities.length === 0 && !hasAuthenticator && !phone) return null;

  function toggle(name: MethodName, isRemoved: boolean) {
    const next = new Set(kept);
    if (isRemoved) next.delete(name);
    else next.add(name);
    onChange(next);
  }
  const line = (name: MethodName, text: React.ReactNode) => (
    <label key={name} className="flex min-h-11 items-center gap-3 py-1.5">
      <input
        type="checkbox"
        className="size-5 flex-none accent-(--accent-strong)"
        checked={mustRemoveAll || !kept.has(name)}
        disabled={mustRemoveAll}
        onChange={(event) => toggle(name, event.currentTarget.checked)}
      />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </label>
  );

  return (
    <fieldset className="rounded-2xl bg-sunk px-4 py-3">
      <legend className="sr-only">Remove other ways to sign in</legend>
      <p className="font-semibold">Remove other ways to sign in</p>
      <p className="mt-1 text-step--1 text-ink-soft">
        {mustRemoveAll
          ? "Your address was never confirmed, so all of these are removed. You can add your own again."
          : "If someone else got into your account, they may have added one. Untick only what you know is yours."}
      </p>
      <div className="mt-1.5">
        {passkeys.map(({ id, name, createdAt }) =>
          line(
            `passkey:${id}`,
            <>
              Passkey “{name}”, added <RelativeTime iso={createdAt} />
            </>,
          ),
        )}
        {hasAuthenticator && line("authenticator", "Authenticator app and its recovery codes")}
        {identities.map(({ id, name, email }) => line(`identity:${id}`, email ? `${name} (${email})` : name))}
        {phone && line("phone", `Codes sent to the phone number ${phone}`)}
      </div>
    </fieldset>
  );
}
