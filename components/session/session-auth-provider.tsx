"use client";

import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import { SigningOutScreen } from "@/components/session/signing-out-screen";
import {
  finishPendingSignOut,
  isSignOutPending,
  onSessionChangeElsewhere,
  signOutEverywhereHere,
} from "@/lib/account/accounts/client/client-session";
import { loadPage, reloadPage } from "@/lib/account/accounts/client/full-navigation";
import { fetchCurrentUser, requestLogin } from "@/lib/account/accounts/client/queries";
import type { UserDto } from "@/lib/account/accounts/schema";
import { setPageFamily } from "@/lib/http/api-client";
import { forgetStoredSession, hasStoredSession, storeSession } from "@/lib/http/stored-session";

export interface SessionAuth {
  user: UserDto | null;
  /** The family of the page's load, which changes and uploads are for; the user's current one may have changed since. */
  pageFamilyId: string | null;
  /** True until the session has been checked once (specification 4.1). */
  isLoading: boolean;
  isInitialized: boolean;
  isLoggingOut: boolean;
  /**
   * @returns false if the server's answer names no user
   * @throws Error with a readable message
   */
  login: (usernameOrEmail: string, password: string, code?: string) => Promise<boolean>;
  logout: () => Promise<void>;
  /** Adopts a user signed in by another call: a signup, for example. */
  acceptUser: (user: UserDto) => void;
  refreshUser: () => Promise<UserDto | null>;
}

const SessionAuthContext = createContext<SessionAuth | null>(null);

export function useAuth(): SessionAuth {
  const auth = useContext(SessionAuthContext);
  if (!auth) throw new Error("useAuth must be used within a SessionAuthProvider");
  return auth;
}

type SignOutState = "none" | "leaving" | "finishing" | "stuck";

const leaveForLogin = () => loadPage("/login", { isReplacing: true });

export interface SessionAuthProviderProps {
  /** The user the server rendered the page for, so nothing flickers while the check runs. */
  initialUser: UserDto | null;
  /** Loads the sign-in page, replacing this page. */
  onSignedOut?: () => void;
  children: ReactNode;
}

/** Names the family of the page's load, whatever a refresh finds: what the page shows may still be that family's. */
function usePageFamily(initialUser: UserDto | null): string | null {
  const [familyId] = useState(initialUser?.currentFamily?.id ?? null);
  // Before any effect can send a change.
  useLayoutEffect(() => setPageFamily(familyId), [familyId]);
  return familyId;
}

/** The signed-in user, for the whole app. */
export function SessionAuthProvider({
  initialUser,
  onSignedOut = leaveForLogin,
  children,
}: SessionAuthProviderProps) {
  const queryClient = useQueryClient();
  const [user, setUser] = useState(initialUser);
  const [isLoading, setIsLoading] = useState(true);
  const [signOut, setSignOut] = useState<SignOutState>("none");
  const pageFamilyId = usePageFamily(initialUser);

  const acceptUser = useCallback((next: UserDto) => {
    setUser(next);
    setIsLoading(false);
    storeSession({ id: next.id, username: next.username, sessionId: next.sessionInfo.sessionId });
  }, []);

  const refreshUser = useCallback(async () => {
    const found = await fetchCurrentUser();
    if (found) {
      acceptUser(found);
    } else {
      setUser(null);
      setIsLoading(false);
      forgetStoredSession();
    }
    return found;
  }, [acceptUser]);

  const finish = useCallback(async () => {
    setSignOut("finishing");
    if (await finishPendingSignOut(queryClient)) onSignedOut();
    else setSignOut("stuck");
  }, [queryClient, onSignedOut]);

  useEffect(() => {
    if (isSignOutPending()) void finish();
    else void refreshUser();
  }, [finish, refreshUser]);

  const wasSignedIn = user !== null;
  useEffect(() => {
    if (!wasSignedIn) return;
    const stopListening = onSessionChangeElsewhere(
      () => {
        queryClient.clear();
        setSignOut("leaving");
        onSignedOut();
      },
      // Everything this tab shows, or would upload, now belongs to another family. Once the tab's uploads have heard of
      // it too and have stopped, the browser no longer asks before leaving the page.
      () => void setTimeout(reloadPage),
    );
    // A page that Back restores from the browser's memory may still show what has since been signed out of.
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted && !hasStoredSession()) reloadPage();
    };
    window.addEventListener("pageshow", onPageShow);
    return () => {
      stopListening();
      window.removeEventListener("pageshow", onPageShow);
    };
  }, [queryClient, wasSignedIn, onSignedOut]);

  const login = useCallback(
    async (usernameOrEmail: string, password: string, code?: string) => {
      const signedIn = await requestLogin(usernameOrEmail, password, code);
      if (signedIn) acceptUser(signedIn);
      return signedIn !== null;
    },
    [acceptUser],
  );

  const logout = useCallback(async () => {
    setSignOut("leaving");
    await signOutEverywhereHere(queryClient);
    onSignedOut();
  }, [queryClient, onSignedOut]);

  const auth = useMemo(
    () => ({
      user,
      pageFamilyId,
      isLoading,
      isInitialized: !isLoading,
      isLoggingOut: signOut !== "none",
      login,
      logout,
      acceptUser,
      refreshUser,
    }),
    [user, pageFamilyId, isLoading, signOut, login, logout, acceptUser, refreshUser],
  );

  return (
    <SessionAuthContext value={auth}>
      {signOut === "none" ? children : <SigningOutScreen isStuck={signOut === "stuck"} onRetry={finish} />}
    </SessionAuthContext>
  );
}
