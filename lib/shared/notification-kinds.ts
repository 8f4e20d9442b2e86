interface KindFacts {
  /** The setting that switches it on and off; null if it can't be. */
  setting: { label: string; hint: string } | null;
  icon: "history" | "images" | "key" | "megaphone" | "message" | "newspaper" | "package" | "smile";
  tone: "accent" | "honey" | "leaf" | "plain";
  /** Important enough to wake a phone. */
  isUrgent: boolean;
  /** Whether unread ones count on the bell: new photos and notices would keep every badge lit. */
  isCounted: boolean;
}

/** What people are notified about (product.md, Notifications), in the order of the settings. */
export const notificationKinds = {
  tagged: {
    setting: { label: "You're in a photo", hint: "Someone tagged you in a photo or video." },
    icon: "smile",
    tone: "accent",
    isUrgent: true,
    isCounted: true,
  },
  comment: {
    setting: {
      label: "Comments",
      hint: "Someone commented on your photo, or on one you commented on.",
    },
    icon: "message",
    tone: "accent",
    isUrgent: false,
    isCounted: true,
  },
  newPictures: {
    setting: { label: "New photos", hint: "One notification for each batch someone uploads." },
    icon: "images",
    tone: "leaf",
    isUrgent: false,
    isCounted: false,
  },
  onThisDay: {
    setting: {
      label: "On this day",
      hint: "At most once a day, when there's a photo from an earlier year worth remembering.",
    },
    icon: "history",
    tone: "honey",
    isUrgent: false,
    isCounted: false,
  },
  notice: {
    setting: { label: "Notices", hint: "There's something new on the family's notice board." },
    icon: "newspaper",
    tone: "honey",
    isUrgent: false,
    isCounted: false,
  },
  printOrder: {
    setting: {
      label: "Print orders",
      hint: "Your prints are on their way, or something needs your attention.",
    },
    icon: "package",
    tone: "leaf",
    isUrgent: false,
    isCounted: true,
  },
  adminMessage: {
    setting: { label: "Messages from your family's admins", hint: "What they'd like everyone to know." },
    icon: "megaphone",
    tone: "honey",
    isUrgent: false,
    isCounted: true,
  },
  account: { setting: null, icon: "key", tone: "plain", isUrgent: true, isCounted: true },
} as const satisfies Record<string, KindFacts>;

type Kinds = typeof notificationKinds;
export type NotificationKind = keyof Kinds;
/** A kind that people can switch off. */
export type MutableKind = {
  [Kind in NotificationKind]: Kinds[Kind]["setting"] extends null ? never : Kind;
}[NotificationKind];

export const allKinds = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]];
export const countedKinds = allKinds.filter((kind) => notificationKinds[kind].isCounted);
export const mutableKinds = allKinds.filter(
  (kind): kind is MutableKind => notificationKinds[kind].setting !== null,
);
