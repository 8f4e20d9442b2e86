const groups = [
  { action: "", label: "Everything" },
  { action: "system.", label: "Super admin actions" },
  { action: "account.signIn", label: "Failed sign-ins" },
  { action: "account.", label: "Accounts" },
  { action: "family.", label: "Families" },
  { action: "report.", label: "Reports" },
  { action: "billing.", label: "Billing" },
] as const;
export const activityGroups: readonly { action: string; label: string }[] = groups;

const actionTexts: Record<string, string> = {
  "system.settingsChanged": "Changed the settings",
  "system.apiKeyCreated": "Created an API key",
  "system.apiKeyRevoked": "Revoked an API key",
  "system.mailTemplateEdited": "Edited an email template",
  "system.mailTemplateReset": "Reset an email template",
  "system.campaignSent": "Sent a campaign",
  "system.activityExported": "Downloaded the activity log",
  "system.messageRead": "Read a message in the outbox",
  "system.jobRetried": "Retried a failed job",
  "system.jobDiscarded": "Discarded a failed job",
  "system.reportMoved": "Changed the status of a report",
  "gift.statusChanged": "Updated a gift order",
  "gift.cancelled": "Cancelled a gift order and refunded it",
  "gift.packageDownloaded": "Downloaded the files of a gift order",
  "system.reportAnswered": "Answered a report",
  "system.superAdminMade": "Made someone a super admin",
  "system.superAdminUnmade": "Removed a super admin",
  "system.personSuspended": "Suspended someone",
  "system.suspensionLifted": "Lifted a suspension",
  "system.sessionsEnded": "Signed someone out everywhere",
  "family.suspended": "Suspended a family",
  "family.reopened": "Reopened a family",
  "family.tierChanged": "Changed a family's plan",
  "account.signedIn": "Signed in",
  "account.signInFailed": "Wrong password",
  "account.created": "Created the account",
  "account.passwordChanged": "Changed the password",
  "report.issue": "Reported a problem",
  "report.content": "Reported a photo or video",
  "report.decided": "Decided on a reported photo or video",
};

/** An action in readable form: "account.identityLinked" becomes "Account: identity linked". */
export function describeAction(action: string): string {
  const known = actionTexts[action];
  if (known) return known;
  const [feature = "", what = ""] = action.split(".");
  const plain = what.replace(/([A-Z])/g, " $1").toLowerCase();
  return `${feature.charAt(0).toUpperCase()}${feature.slice(1)}: ${plain}`;
}

/** An entry's details on one line: "From: free; to: family". */
export function describeDetail(detail: Record<string, unknown>): string {
  const facts = Object.entries(detail)
    .filter(([name]) => !/Id$/.test(name))
    .map(([name, value]) => {
      const plain = name.replace(/([A-Z])/g, " $1").toLowerCase();
      return `${plain}: ${Array.isArray(value) ? value.join(", ") : String(value)}`;
    })
    .join("; ");
  return facts.charAt(0).toUpperCase() + facts.slice(1);
}
