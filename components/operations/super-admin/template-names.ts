const names: Record<string, string> = {
  weeklyLetter: "Weekly letter",
  invitation: "Invitation",
  familyInvitation: "Invitation for someone with an account",
  confirmEmail: "Confirm an email address",
  confirmAccount: "Confirm the address of a new account",
  directAccessMade: "A sign-in link was created",
  directAccessUsed: "A sign-in link was used",
  emailChanged: "Email address changed",
  accountDeleted: "Account deleted",
  securityChange: "Sign-in method changed",
  superAdminChange: "Super admins changed",
  accountSuspension: "Account suspended or reinstated",
  issueReported: "A problem was reported",
  issueAnswered: "Answer to a report",
  familyDeleted: "Family deleted",
  passwordReset: "Password reset",
  passwordChanged: "Password changed",
  passwordGuessing: "Password guessing",
  temporaryPassword: "Temporary password",
  childPasswordReset: "A child needs a new password",
  giftOrderToMake: "A gift order for the operator",
  weeklyDigest: "Weekly email",
};

/** A readable name for a mail; "giftCardBought" becomes "Gift card bought". */
export function templateName(name: string): string {
  const plain = name.replace(/([A-Z])/g, " $1").toLowerCase();
  return names[name] ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}
