import type { SignUp } from "@/lib/core/system-settings/schema";

/** The message on pages and from calls while sign-up is closed. */
export const signUpClosed =
  "This album is by invitation only. Ask the person who runs this server to invite you.";

/** Whether people can sign up, and what decides it: for the lines at start-up, the doctor and System Health. */
export function describeSignUp({ isOpen, reason }: SignUp): string {
  switch (reason) {
    case "super-admin":
      return `${isOpen ? "Open" : "Closed"}, set by a super admin.`;
    case "environment":
      return isOpen ? "Open (SIGN_UP=open)." : "Closed (SIGN_UP=closed): people need an invitation.";
    case "private-address":
      return "Open, because APP_URL is not a public address.";
    case "public-address":
      return isOpen
        ? "Open for the first family, then closed, because APP_URL is a public address."
        : "Closed, because APP_URL is a public address: people need an invitation.";
  }
}
