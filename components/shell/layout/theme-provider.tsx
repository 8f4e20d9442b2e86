"use client";

import { ThemeProvider as NextThemesProvider } from "next-themes";
import type { ReactNode } from "react";

/** Light, dark or as the device says, set on <html> by a script that runs before the first paint. */
export function ThemeProvider({
  nonce,
  defaultTheme,
  children,
}: {
  nonce: string | undefined;
  /** Where this browser has chosen none. */
  defaultTheme: string;
  children: ReactNode;
}) {
  return (
    <NextThemesProvider
      attribute="data-theme"
      defaultTheme={defaultTheme}
      enableSystem
      disableTransitionOnChange
      {...(nonce ? { nonce } : {})}
    >
      {children}
    </NextThemesProvider>
  );
}
