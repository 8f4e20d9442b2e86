const groups = [
  { action: "", label: "Everything" },
  { action: "system.", label: "Super admins' acts" },
  { action: "account.signIn", label: "Failed sign-ins" },
  { action: "account.", label: "Accounts" },
  { action: "family.", label: "Families" },
  { action: "report.", label: "Reports" },
  { action: "billing.", label: "Billing" },
] as const;
export const activityGroups: readonly { action: string; label: string }[] = groups;

const words: Record<string, string> = {
  "system.settingsChanged": "Changed the settings",
  "system.apiKeyCreated": "Made an API key",
  "system.apiKeyRevoked": "Ended an API key",
  "system.mailTemplateEdited": "Changed the words of a mail",
  "system.mailTemplateReset": "Gave a mail its own words back",
  "system.campaignSent": "Sent news by mail",
  "system.activityExported": "Downloaded the activity log",
  "system.messageRead": "Read a message of the outbox",
  "system.jobRetried": "Let a failed job try again",
  "system.jobDiscarded": "Discarded a failed job",
  "system.reportMoved": "Moved a report along",
  "gift.statusChanged": "Took a gift order a step on",
  "gift.cancelled": "Cancelled a gift order and refunded it",
  "gift.packageDownloaded": "Downloaded the files of a gift order",
  "system.reportAnswered": "Answered a report",
  "system.superAdminMade": "Made somebody a super admin",
  "system.superAdminUnmade": "Ended somebody's time as a super admin",
  "system.personSuspended": "Suspended somebody",
  "system.suspensionLifted": "Lifted somebody's suspension",
  "system.sessionsEnded": "Signed somebody out everywhere",
  "family.suspended": "Suspended a family",
  "family.reopened": "Opened a family again",
  "family.tierChanged": "Changed a family's plan",
  "account.signedIn": "Signed in",
  "account.signInFailed": "Wrong password",
  "account.created": "Created the account",
  "account.passwordChanged": "Changed the password",
  "report.issue": "Reported a problem",
  "report.content": "Reported a picture or video",
  "report.decided": "Decided about a reported picture",
};

/** What happened, as one says it; "account.identityLinked" becomes "Account: identity linked". */
export function actionWords(action: string): string {
  const known = words[action];
  if (known) return known;
  const [feature = "", what = ""] = action.split(".");
  const plain = what.replace(/([A-Z])/g, " $1").toLowerCase();
  return `${feature.charAt(0).toUpperCase()}${feature.slice(1)}: ${plain}`;
}

/** The facts of an entry in one line: "from free, to family". */
export function detailWords(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .filter(([name]) => !/Id$/.test(name))
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(", ") : String(value)}`)
    .join("; ");
}
