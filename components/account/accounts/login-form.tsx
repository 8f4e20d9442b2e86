"use client";

import Link from "next/link";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { OtherSignInMethods } from "@/components/account/accounts/other-sign-in-methods";
import { SecondFactorStep } from "@/components/account/accounts/second-factor-step";
import { useAuth } from "@/components/session/session-auth-provider";
import { Button } from "@/components/ui/button";
import { FormAlert } from "@/components/ui/form-alert";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { loadPage } from "@/lib/account/accounts/client/full-navigation";
import { clearLoginError, readLoginError, storeLoginError } from "@/lib/account/accounts/client/login-error";
import type { UserDto } from "@/lib/account/accounts/schema";
import { signInDestination } from "@/lib/account/accounts/sign-in-destination";
import { sendIdentityCode } from "@/lib/account/security/client/queries";
import type { IdentityProviderDto } from "@/lib/account/security/schema";

/** Specification 4.1: the saved message reappears this long after the load. */
const reapplyDelayMs = 100;

interface FieldErrors {
  usernameOrEmail?: string;
  password?: string;
}

export interface LoginFormProps {
  next: string | null;
  /** Whether people can create accounts without an invitation. */
  isSignUpOpen?: boolean;
  /** Providers people can sign in with. */
  identityProviders?: readonly IdentityProviderDto[];
  /** The outcome of signing in with a provider. */
  notice?: string | null;
  /** That sign-in succeeded, and the account also requires a code. */
  awaitsCode?: boolean;
  /** Receives the address to go to; by default the address is loaded. */
  onSignedIn?: (destination: string) => void;
}

/** Opens the next page after signing in. @returns a function to call once the sign-in succeeded */
function useOpenNextPage(next: string | null, onSignedIn: (destination: string) => void): () => void {
  const { user } = useAuth();
  const [hasSignedIn, setHasSignedIn] = useState(false);
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!hasSignedIn || !user || isLeaving.current) return;
    isLeaving.current = true;
    // With a temporary password the dialog opens first, and continues once another one is chosen.
    if (!user.passwordTemporary) onSignedIn(signInDestination(user, next));
  }, [hasSignedIn, user, next, onSignedIn]);
  return () => setHasSignedIn(true);
}

/** Shows the message saved across a reload. @param show must be stable */
function useSavedMessage(show: (message: string) => void): void {
  useEffect(() => {
    const kept = readLoginError();
    if (!kept) return;
    const timer = setTimeout(() => show(kept), reapplyDelayMs);
    return () => clearTimeout(timer);
  }, [show]);
}

const missingIn = (name: string, password: string): FieldErrors => ({
  ...(name ? {} : { usernameOrEmail: "Username or email is required" }),
  ...(password ? {} : { password: "Password is required" }),
});

/** Specification 2.6, 4.1, 5 and 8.2. */
export function LoginForm({
  next,
  isSignUpOpen = true,
  identityProviders = [],
  notice = null,
  awaitsCode = false,
  onSignedIn = loadPage,
}: LoginFormProps) {
  const { login, acceptUser } = useAuth();
  const openNextPage = useOpenNextPage(next, onSignedIn);
  const [usernameOrEmail, setUsernameOrEmail] = useState("");
  const [password, setPassword] = useState("");
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const [message, setMessage] = useState<string | null>(notice);
  const [codeFor, setCodeFor] = useState<"password" | "identity" | null>(awaitsCode ? "identity" : null);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useSavedMessage(setMessage);

  function fail(text: string) {
    storeLoginError(text);
    setMessage(text);
    setIsBusy(false);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    clearLoginError();
    setMessage(null);
    const name = usernameOrEmail.trim();
    const errors = missingIn(name, password);
    setFieldErrors(errors);
    const wrong = Object.keys(errors)[0];
    if (wrong) {
      form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
      return;
    }
    setIsBusy(true);
    try {
      if (await login(name, password)) openNextPage();
      else fail("Invalid username or password. Please try again.");
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code === "second_factor_required") {
        setIsBusy(false);
        setCodeFor("password");
        return;
      }
      fail((error instanceof Error && error.message) || "Login failed. Please try again.");
    }
  }

  function accept(signedIn: UserDto) {
    acceptUser(signedIn);
    openNextPage();
  }

  async function sendCode(code: string) {
    if (codeFor === "identity") accept(await sendIdentityCode(code));
    else if (await login(usernameOrEmail.trim(), password, code)) openNextPage();
  }

  if (codeFor) return <SecondFactorStep onCode={sendCode} onBack={() => setCodeFor(null)} />;
  return (
    <form ref={form} onSubmit={submit} noValidate className="grid gap-5">
      <FormAlert message={message} />
      <FormField label="Username or email" error={fieldErrors.usernameOrEmail}>
        {(control) => (
          <Input
            {...control}
            name="usernameOrEmail"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={usernameOrEmail}
            onChange={(event) => setUsernameOrEmail(event.target.value.toLowerCase())}
          />
        )}
      </FormField>
      <FormField label="Password" error={fieldErrors.password}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </FormField>
      <Button type="submit" size="large" isBusy={isBusy} busyLabel="Signing in..." className="w-full">
        Sign In with Love
      </Button>
      <SignInHelp isSignUpOpen={isSignUpOpen} />
      <OtherSignInMethods providers={identityProviders} next={next} onSignedIn={accept} onFail={setMessage} />
    </form>
  );
}

/** Links for people who can't sign in. */
function SignInHelp({ isSignUpOpen }: { isSignUpOpen: boolean }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6">
      <Link href="/forgot-password" className="text-link inline-flex min-h-11 items-center">
        Forgot your password?
      </Link>
      {isSignUpOpen && (
        <Link href="/create-account" className="text-link inline-flex min-h-11 items-center">
          Create Account
        </Link>
      )}
    </div>
  );
}
