"use client";

import { ThemeProvider as NextThemesProvider } from "next-themes";
import type { ReactNode } from "react";

/** Light, dark or as on the device, set on <html> by a script that runs before the first paint. */
export function ThemeProvider({
  nonce,
  defaultTheme,
  children,
}: {
  nonce: string | undefined;
  /** Applies if no theme was chosen in this browser. */
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
