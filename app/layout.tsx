import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { Providers } from "@/components/shell/layout/providers";
import { signOutMarkerKey } from "@/lib/account/accounts/client/client-session";
import { getPageUser } from "@/lib/account/accounts/server/page-user";
import { getPageSettings } from "@/lib/core/settings/server/page-settings";
import { env } from "@/lib/env";
import { readPageMoney } from "@/lib/http/page-money";
import { startScript } from "@/lib/service-worker/start-script";
import { timeZoneScript } from "@/lib/shared/banner";
import { figtree, fraunces } from "./fonts";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  await connection();
  return {
    title: { default: env.APP_NAME, template: `%s · ${env.APP_NAME}` },
    applicationName: env.APP_NAME,
    description: "A private album for your family's photos and videos.",
    icons: { icon: "/icons/icon.svg", apple: "/icons/apple-touch-icon.png" },
    manifest: "/manifest.webmanifest",
    appleWebApp: { capable: true, title: env.APP_NAME, statusBarStyle: "default" },
    // A private album has nothing for search engines, and its addresses are nobody else's business.
    robots: { index: false, follow: false },
    referrer: "same-origin",
    formatDetection: { telephone: false, email: false, address: false },
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fdf9f5" },
    { media: "(prefers-color-scheme: dark)", color: "#1c1418" },
  ],
};

// Runs before the first paint: a page loaded while a sign-out is unfinished shows nothing private.
const hideUnfinishedSignOut = `try{if(localStorage.getItem(${JSON.stringify(signOutMarkerKey)}))document.documentElement.dataset.signingOut=""}catch{}`;

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const [user, settings, money] = await Promise.all([getPageUser(), getPageSettings(), readPageMoney()]);
  return (
    // The scripts below set attributes on <html> before React takes over.
    <html lang="en" className={`${figtree.variable} ${fraunces.variable}`} suppressHydrationWarning>
      <head>
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of our own
          dangerouslySetInnerHTML={{ __html: hideUnfinishedSignOut }}
        />
        {/* On every page, so that the first one after signing in can greet by the visitor's clock. */}
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
          dangerouslySetInnerHTML={{ __html: timeZoneScript }}
        />
        {env.NODE_ENV === "production" && (
          <script
            nonce={nonce}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: built from constants of our own
            dangerouslySetInnerHTML={{ __html: startScript }}
          />
        )}
      </head>
      <body>
        <Providers
          initialUser={user}
          nonce={nonce}
          preferences={{
            appName: env.APP_NAME,
            locale: settings.locale,
            currency: money.currency,
            avatarUrl: env.AVATAR_SERVICE_URL ?? null,
          }}
          theme={settings.theme}
        >
          {children}
        </Providers>
      </body>
    </html>
  );
}
