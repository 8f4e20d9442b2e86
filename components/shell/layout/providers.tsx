"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { PasswordGate } from "@/components/account/accounts/password-gate";
import { SessionAuthProvider } from "@/components/session/session-auth-provider";
import { ErrorBoundary } from "@/components/shell/layout/error-boundary";
import { ThemeProvider } from "@/components/shell/layout/theme-provider";
import { type Preferences, PreferencesProvider } from "@/components/ui/preferences";
import { Toaster } from "@/components/ui/toaster";
import type { UserDto } from "@/lib/account/accounts/schema";
import { createQueryClient } from "@/lib/http/query-client";

export interface ProvidersProps {
  initialUser: UserDto | null;
  /** Lets the theme's inline script run under the page's Content Security Policy. */
  nonce: string | undefined;
  preferences: Preferences;
  /** The account's theme; a choice made in this browser takes precedence. */
  theme: string;
  children: ReactNode;
}

/** Everything a page can rely on. The toasts are outside the boundary, so they survive a crash. */
export function Providers({ initialUser, nonce, preferences, theme, children }: ProvidersProps) {
  const [queryClient] = useState(createQueryClient);
  return (
    <ThemeProvider nonce={nonce} defaultTheme={theme}>
      <QueryClientProvider client={queryClient}>
        <PreferencesProvider value={preferences}>
          <SessionAuthProvider initialUser={initialUser}>
            <ErrorBoundary>{children}</ErrorBoundary>
            <PasswordGate />
          </SessionAuthProvider>
        </PreferencesProvider>
        <Toaster />
      </QueryClientProvider>
    </ThemeProvider>
  );
}
