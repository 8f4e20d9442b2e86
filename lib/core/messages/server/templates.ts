/** The owner's name, filled in for every mail to an account. */
const sampleName = "Rose";

/** A mail's variables with sample values. */
export function sampleValues({ sample }: MailTemplate): Record<string, string> {
  return "username" in sample ? { name: sampleName, ...sample } : { ...sample };
}

/**
 * Keepsake's messages to people. `{{name}}` is replaced by a value; a paragraph whose value is empty is left out.
 * Templates are data, so a super admin can edit them and preview them with the sample values.
 */
export interface MailTemplate {
  subject: string;
  heading: string;
  paragraphs: string[];
  /** The main action; its address is the value `url`. */
  button?: string;
  /** Another action; its address is the value `secondUrl`. */
  secondButton?: string;
  /** Small print below the button. */
  footnote?: string;
  /** The link that unsubscribes from this kind of mail; its address is the value `unsubscribeUrl`. */
  unsubscribe?: string;
  /** Each of its own variables with a sample value; `name` comes with `username`. */
  sample: Record<string, string>;
}

export const mailTemplates = {
  invitation: {
    subject: "{{inviter}} invites you to {{family}}",
    heading: "Come and see the family's photos",
    paragraphs: [
      "Hello,",
      "{{inviter}} has invited you to {{family}} on {{appName}}, a private album for your family's photos and videos.",
      "Choose a password to join. Your username will be {{username}}.",
    ],
    button: "Join {{family}}",
    footnote: "The link works once, until {{expires}}. If you don't know {{inviter}}, ignore this email.",
    sample: {
      username: "grandma.rose",
      inviter: "Amara",
      family: "The Okafors",
      expires: "28 November 2026",
      url: "https://album.example.org/register/sample",
    },
  },
  confirmEmail: {
    subject: "Please confirm your new email address",
    heading: "Is this your new email address?",
    paragraphs: [
      "Hello {{name}},",
      "You asked {{appName}} to use {{email}} from now on. Please confirm that it's yours.",
      "Nothing changes until you do.",
    ],
    button: "Confirm my address",
    footnote: "The link works for 24 hours. If you didn't ask for this, ignore this email.",
    sample: {
      username: "grandma.rose",
      email: "rose@example.org",
      url: "https://album.example.org/api/auth/confirm-email?token=sample",
    },
  },
  confirmAccount: {
    subject: "Please confirm your {{appName}} email address",
    heading: "Is this your email address?",
    paragraphs: [
      "Hello,",
      "You, or someone using your address {{email}}, created the {{appName}} account {{username}}. If it was you, confirm the address to use everything in your account.",
      "If it wasn't you, ignore this email: until the address is confirmed, the account can't invite anyone or add a passkey. You can also open the link and choose a new password, which locks out the person who created the account.",
    ],
    button: "Confirm my address",
    footnote: "The link works once, for 3 days.",
    sample: {
      username: "grandma.rose",
      email: "rose@example.org",
      url: "https://album.example.org/confirm-account?token=sample",
    },
  },
  directAccessMade: {
    subject: "{{admin}} made a link to sign in to your account",
    heading: "A sign-in link for your account",
    paragraphs: [
      "Hello {{name}},",
      "{{admin}} of {{family}} made a link that signs in to your {{appName}} account. It works once, within 15 minutes, and is meant for when you can't sign in yourself.",
      "It opens the album. It can't be used to change how you sign in, order anything, export your data or see your address.",
      "Didn't ask for it? Talk to {{admin}}. On the security page you can see and sign out every device.",
    ],
    button: "See my account's security",
    sample: {
      username: "grandma.rose",
      admin: "Amara",
      family: "The Okafors",
      url: "https://album.example.org/security",
    },
  },
  directAccessUsed: {
    subject: "A link was used to sign in to your {{appName}} account",
    heading: "Someone signed in with a link",
    paragraphs: [
      "Hello {{name}},",
      "The link that {{admin}} of {{family}} made was used to sign in to your {{appName}} account from {{device}}.",
      "If that was you, there's nothing to do. If not, sign in with your own password, open the security page and sign that device out.",
    ],
    button: "See my account's security",
    sample: {
      username: "grandma.rose",
      admin: "Amara",
      family: "The Okafors",
      device: "Chrome on Android",
      url: "https://album.example.org/security",
    },
  },
  accountDeleted: {
    subject: "Your {{appName}} account is deleted",
    heading: "Your account is deleted",
    paragraphs: [
      "Hello {{name}},",
      "Your {{appName}} account is deleted, as you asked, and you are signed out everywhere.",
      "{{kept}}",
      "This is the last email we'll send you. Thank you for being here.",
    ],
    sample: {
      username: "grandma.rose",
      kept: "The photos you added stay in the album of The Okafors.",
    },
  },
  emailChanged: {
    subject: "Your {{appName}} email address has changed",
    heading: "Your email address has changed",
    paragraphs: [
      "Hello {{name}},",
      "{{appName}} will now email you at {{email}}. This is the last email to your old address.",
      "If that was you, there's nothing to do. If not, we'll put your old address back, sign out every device and help you choose a new password.",
    ],
    button: "That wasn't me",
    footnote: "The link works once, for 72 hours.",
    sample: {
      username: "grandma.rose",
      email: "rose@example.org",
      url: "https://album.example.org/api/auth/contact-change?token=sample",
    },
  },
  contactChange: {
    subject: "Your {{appName}} contact details are changing",
    heading: "Did you change your contact details?",
    paragraphs: [
      "Hello {{name}},",
      "{{change}}",
      "The change was made from {{device}}.",
      "If that was you, there's nothing to do. If not, we'll restore your old details, sign out every device and help you choose a new password.",
    ],
    button: "That wasn't me",
    footnote: "The link works once, for 72 hours.",
    sample: {
      username: "grandma.rose",
      change: "Your phone number was changed to +44 7700 900123.",
      device: "Chrome on Android",
      url: "https://album.example.org/api/auth/contact-change?token=sample",
    },
  },
  familyInvitation: {
    subject: "{{inviter}} invites you to {{family}}",
    heading: "Another family album for you",
    paragraphs: [
      "Hello,",
      "{{inviter}} has invited you to {{family}} on {{appName}}. You already have an account: open the link, sign in as usual, and join.",
    ],
    button: "Join {{family}}",
    footnote: "The link works once, until {{expires}}. If you don't know {{inviter}}, ignore this email.",
    sample: {
      inviter: "Amara",
      family: "The Okafors",
      expires: "28 November 2026",
      url: "https://album.example.org/register/sample",
    },
  },
  securityChange: {
    subject: "How you sign in to your {{appName}} account has changed",
    heading: "How you sign in has changed",
    paragraphs: [
      "Hello {{name}},",
      "{{change}}",
      "The change was made from {{device}}.",
      "If that was you, there's nothing to do. If not, open the security page, sign out every other device and choose a new password.",
    ],
    button: "See my account's security",
    sample: {
      username: "grandma.rose",
      change: "The passkey “Rose's phone” was added to your account.",
      device: "Chrome on Android",
      url: "https://album.example.org/security",
    },
  },
  superAdminChange: {
    subject: "The super admins of {{appName}} have changed",
    heading: "The super admins have changed",
    paragraphs: [
      "Hello {{name}},",
      "{{change}}",
      "{{actor}} made the change from {{device}}.",
      "If you agreed to this, there's nothing to do. If not, undo it in the list of people and check the activity log.",
    ],
    button: "See the list of people",
    sample: {
      username: "admin@example.org",
      change: "amara.okafor is now a super admin.",
      actor: "rose@example.org",
      device: "Chrome on Android",
      url: "https://album.example.org/super-admin?tab=people",
    },
  },
  accountSuspension: {
    subject: "About your {{appName}} account",
    heading: "About your account",
    paragraphs: ["Hello {{name}},", "{{change}}", "{{reason}}"],
    footnote: "Any questions? Please contact the person who runs this server.",
    sample: {
      username: "grandma.rose",
      change: "Your account is suspended, so you can't sign in. Your photos and videos stay in the album.",
      reason: "Reason: “Unpaid prints”",
    },
  },
  issueReported: {
    subject: "A problem was reported: {{title}}",
    heading: "{{title}}",
    paragraphs: [
      "Hello {{name}},",
      "{{reporter}} reported a problem with {{appName}}:",
      "{{message}}",
      "You can answer it from the list of reports.",
    ],
    button: "Open the reports",
    sample: {
      username: "admin@example.org",
      reporter: "grandma.rose",
      title: "The year 2024 won't open",
      message: "I tap 2024 and nothing happens.",
      url: "https://album.example.org/super-admin/reports",
    },
  },
  secondCopyLate: {
    subject: "The second copy of your album has stopped",
    heading: "The second copy is {{age}} old",
    paragraphs: [
      "Hello {{name}},",
      "{{appName}} writes a second copy of every photo and video to another place. For {{age}} nothing has arrived there.",
      "{{problem}}",
      "The album itself works as always, but what was added since then exists only once.",
    ],
    button: "Open Keepsake",
    sample: {
      username: "admin@example.org",
      age: "2 hours",
      problem: "/mnt/nas/keepsake is full. Free some space there.",
      url: "https://album.example.org/super-admin/system-health",
    },
  },
  issueAnswered: {
    subject: "About your report: {{title}}",
    heading: "About your report",
    paragraphs: [
      "Hello {{name}},",
      "You told us about “{{title}}”. Here is our answer:",
      "{{answer}}",
      "Still not right? Tell us again.",
    ],
    button: "Report an issue",
    sample: {
      username: "grandma.rose",
      title: "The year 2024 won't open",
      answer: "Thank you for telling us. It has been working again since this morning.",
      url: "https://album.example.org/report-issue",
    },
  },
  familyDeleted: {
    subject: "{{family}} was deleted",
    heading: "{{family}} was deleted",
    paragraphs: [
      "Hello {{name}},",
      "{{owner}} has deleted {{family}} on {{appName}}, with all of its photos, videos and people. It can't be brought back.",
      "Your own account and any other families you belong to aren't affected.",
    ],
    footnote: "If you didn't expect this, please ask {{owner}}.",
    sample: { username: "grandma.rose", owner: "Amara", family: "The Okafors" },
  },
  passwordReset: {
    subject: "Choose a new password for {{appName}}",
    heading: "Choose a new password",
    paragraphs: [
      "Hello {{name}},",
      "Someone, probably you, asked for a new password for your {{appName}} account {{username}}.",
    ],
    button: "Choose a new password",
    footnote:
      "The link works once, for 30 minutes. If it wasn't you, you can ignore this email: your password won't change.",
    sample: { username: "grandma.rose", url: "https://album.example.org/reset-password?token=sample" },
  },
  passwordChanged: {
    subject: "Your {{appName}} password has changed",
    heading: "Your password has changed",
    paragraphs: [
      "Hello {{name}},",
      "The password of your {{appName}} account was changed from {{device}}. Other devices were signed out.",
      "If that was you, there's nothing to do. If not, please choose a new password right away.",
    ],
    button: "It wasn't me",
    sample: {
      username: "grandma.rose",
      device: "Chrome on Android",
      url: "https://album.example.org/forgot-password",
    },
  },
  passwordGuessing: {
    subject: "Someone is trying to get into your {{appName}} account",
    heading: "Someone is guessing your password",
    paragraphs: [
      "Hello {{name}},",
      "Someone tried many wrong passwords for your {{appName}} account from a device you've never used. They didn't get in, and we have slowed them down.",
      "Nothing changes on the devices you use. On a new device you may have to wait before signing in; a new password lets you in right away.",
    ],
    button: "Choose a new password",
    footnote: "The link works once, for 30 minutes. Later, ask for a new one at {{laterUrl}}.",
    sample: {
      username: "grandma.rose",
      url: "https://album.example.org/reset-password?token=sample",
      laterUrl: "https://album.example.org/forgot-password",
    },
  },
  temporaryPassword: {
    subject: "A temporary password for {{appName}}",
    heading: "You have a temporary password",
    paragraphs: [
      "Hello {{name}},",
      "{{admin}} of {{family}} has set a temporary password for your {{appName}} account and will pass it on to you. It works for 7 days. When you sign in with it, you'll choose a new one.",
      "All your devices were signed out.",
    ],
    footnote: "If you didn't ask for it, please talk to {{admin}}.",
    sample: { username: "grandma.rose", admin: "Amara", family: "The Okafors" },
  },
  childPasswordReset: {
    subject: "{{child}} needs a new password",
    heading: "{{child}} needs a new password",
    paragraphs: [
      "Hello {{name}},",
      "Someone, probably {{child}}, has forgotten the password of the child account {{childUsername}} in {{family}}.",
      "You can create a temporary password under Manage Users. {{child}} signs in with it, then chooses a new one.",
    ],
    button: "Open Manage Users",
    footnote: "If no one in your family asked for this, you can ignore this email.",
    sample: {
      username: "amara.okafor",
      child: "Leo",
      childUsername: "leo",
      family: "The Okafors",
      url: "https://album.example.org/manage-users",
    },
  },
  printOrderPlaced: {
    subject: "We have your print order {{number}}",
    heading: "Your prints are ordered",
    paragraphs: [
      "Hello {{name}},",
      "Thank you! We've received order {{number}} with {{prints}}.",
      "It will be sent to {{address}}.",
      "You can cancel it on your print orders page until we start making the prints.",
    ],
    button: "See your order",
    footnote: "We'll email you at each step. You can turn this off in your {{appName}} settings.",
    sample: {
      username: "grandma.rose",
      number: "12",
      prints: "5 prints",
      address: "Rose Okafor, 1 Garden Lane, Leeds, LS1 1AA",
      url: "https://album.example.org/print-orders",
    },
  },
  printOrderInProduction: {
    subject: "Your print order {{number}} is being made",
    heading: "Your prints are being made",
    paragraphs: ["Hello {{name}},", "The {{prints}} of order {{number}} are being made now."],
    button: "See your order",
    sample: {
      username: "grandma.rose",
      number: "12",
      prints: "5 prints",
      url: "https://album.example.org/print-orders",
    },
  },
  printOrderDispatched: {
    subject: "Your print order {{number}} is on its way",
    heading: "Your prints are on their way",
    paragraphs: ["Hello {{name}},", "Order {{number}} with {{prints}} is on its way to {{address}}."],
    button: "{{action}}",
    sample: {
      username: "grandma.rose",
      number: "12",
      prints: "5 prints",
      address: "Rose Okafor, 1 Garden Lane, Leeds, LS1 1AA",
      action: "Track parcel",
      url: "https://post.example.org/parcel/1",
    },
  },
  printOrderDelivered: {
    subject: "Your print order {{number}} has arrived",
    heading: "Your prints have arrived",
    paragraphs: ["Hello {{name}},", "Order {{number}} with {{prints}} has been delivered. Enjoy them!"],
    button: "See your order",
    footnote: "If it hasn't arrived, ask one of your family's admins: they can see how it was sent.",
    sample: {
      username: "grandma.rose",
      number: "12",
      prints: "5 prints",
      url: "https://album.example.org/print-orders",
    },
  },
  printOrderCancelled: {
    subject: "Your print order {{number}} is cancelled",
    heading: "Your order is cancelled",
    paragraphs: [
      "Hello {{name}},",
      "Order {{number}} with {{prints}} is cancelled. Nothing will be printed. {{returned}}",
    ],
    button: "See your orders",
    sample: {
      username: "grandma.rose",
      number: "12",
      prints: "5 prints",
      returned: "You get the prints back.",
      url: "https://album.example.org/print-orders",
    },
  },
  giftCard: {
    subject: "A gift card for {{appName}}: {{worth}}",
    heading: "A gift card for you",
    paragraphs: [
      "{{giver}} has given you {{worth}} to spend in the {{appName}} gift shop.",
      "{{message}}",
      "Your code is {{code}}.",
      "Enter it in the gift shop. Anything you don't spend stays yours.",
    ],
    button: "Open the gift shop",
    footnote: "Anyone with the code can use it, once, so keep it to yourself.",
    sample: {
      giver: "Rose Okafor",
      worth: "£25",
      message: "Happy birthday, darling!",
      code: "ABCD-2345-WXYZ",
      url: "https://album.example.org/gift-shop",
    },
  },
  giftOrderToMake: {
    subject: "Gift order {{number}} is paid: {{gift}}",
    heading: "A gift order for you to make",
    paragraphs: [
      "Hello {{name}},",
      "Gift order {{number}} is paid: {{gift}}, for {{total}}.",
      "The address and the files for the lab are on the gift orders page.",
    ],
    button: "See the gift order",
    sample: {
      username: "grandma.rose",
      number: "7",
      gift: "2 × Mug, 330 ml",
      url: "https://album.example.org/super-admin?tab=gifts",
      total: "£26",
    },
  },
  giftOrderPlaced: {
    subject: "Your gift order {{number}}",
    heading: "Your gift is ordered",
    paragraphs: [
      "Hello {{name}},",
      "Thank you! Gift order {{number}} is paid: {{gift}}.",
      "It will be sent to {{address}}.",
    ],
    button: "See your order",
    footnote: "We'll email you at each step. You can turn this off in your {{appName}} settings.",
    sample: {
      username: "grandma.rose",
      number: "7",
      gift: "Mug, 330 ml",
      url: "https://album.example.org/gift-shop",
      address: "Rose Okafor, 1 Garden Lane, Leeds, LS1 1AA",
    },
  },
  giftOrderInProduction: {
    subject: "Your gift order {{number}} is being made",
    heading: "Your gift is being made",
    paragraphs: ["Hello {{name}},", "Gift order {{number}} is being made now: {{gift}}."],
    button: "See your order",
    sample: {
      username: "grandma.rose",
      number: "7",
      gift: "Mug, 330 ml",
      url: "https://album.example.org/gift-shop",
    },
  },
  giftOrderDispatched: {
    subject: "Your gift order {{number}} is on its way",
    heading: "Your gift is on its way",
    paragraphs: ["Hello {{name}},", "Gift order {{number}} ({{gift}}) is on its way to {{address}}."],
    button: "{{action}}",
    sample: {
      username: "grandma.rose",
      number: "7",
      gift: "Mug, 330 ml",
      url: "https://post.example.org/parcel/1",
      address: "Rose Okafor, 1 Garden Lane, Leeds, LS1 1AA",
      action: "Track parcel",
    },
  },
  giftOrderDelivered: {
    subject: "Your gift order {{number}} has arrived",
    heading: "Your gift has arrived",
    paragraphs: ["Hello {{name}},", "Gift order {{number}} ({{gift}}) has been delivered. Enjoy it!"],
    button: "See your order",
    sample: {
      username: "grandma.rose",
      number: "7",
      gift: "Mug, 330 ml",
      url: "https://album.example.org/gift-shop",
    },
  },
  giftOrderCancelled: {
    subject: "Your gift order {{number}} is cancelled",
    heading: "Your gift order is cancelled",
    paragraphs: ["Hello {{name}},", "Gift order {{number}} ({{gift}}) is cancelled.", "{{refund}}"],
    button: "See your orders",
    sample: {
      username: "grandma.rose",
      number: "7",
      gift: "Mug, 330 ml",
      url: "https://album.example.org/gift-shop",
      refund: "We'll refund £13 to the card you paid with within a few days.",
    },
  },
  weeklyDigest: {
    subject: "This week in your family's album",
    heading: "What was new this week",
    paragraphs: ["Hello {{name}},", "{{first}}", "{{second}}", "{{third}}", "{{others}}"],
    button: "See it in the album",
    footnote: "You get this email once a week because you turned it on in your {{appName}} settings.",
    unsubscribe: "Stop weekly emails",
    sample: {
      username: "grandma.rose",
      first:
        "The Okafors: 12 new photos and 1 video from Amara and Nana. On the notice board: “Picnic on Sunday”. Ife's birthday is on 24 November.",
      second: "The cousins: 3 new photos from Ben.",
      third: "",
      others: "",
      url: "https://album.example.org/",
      unsubscribeUrl: "https://album.example.org/api/unsubscribe?token=sample",
    },
  },
  weeklyLetter: {
    subject: "A letter from {{family}}",
    heading: "This week at {{family}}",
    paragraphs: ["Dear {{name}},", "{{week}}", "{{question}}"],
    button: "Answer with a voice note",
    secondButton: "Send a heart",
    footnote:
      "You get this letter once a week because you, or an admin of your family, turned it on in {{appName}}. It has photos in it: please think about who you forward it to.",
    unsubscribe: "Stop weekly letters",
    sample: {
      username: "grandma.rose",
      family: "The Okafors",
      week: "12 new photos and 1 video from Amara and Nana. Ife's birthday is on 24 November.",
      question: "What do you think Ife was up to here?",
      url: "https://album.example.org/card/sample#voice-note",
      secondUrl: "https://album.example.org/api/letters/heart?token=sample",
      unsubscribeUrl: "https://album.example.org/api/unsubscribe?token=sample",
    },
  },
} as const satisfies Record<string, MailTemplate>;

export type MailTemplateName = keyof typeof mailTemplates;

/** Texts short enough for one SMS. */
export const smsTemplates = {
  passwordReset: {
    text: "{{code}} is your {{appName}} code to reset the password of {{username}}. It works for 10 minutes. Never share it with anyone.",
    sample: { code: "123456", username: "grandma.rose" },
  },
  confirmPhone: {
    text: "{{code}} is your {{appName}} code to confirm this number for {{username}}. It works for 10 minutes. Never share it with anyone.",
    sample: { code: "123456", username: "grandma.rose" },
  },
} as const satisfies Record<string, { text: string; sample: Record<string, string> }>;

export type SmsTemplateName = keyof typeof smsTemplates;

/** The values that a template takes; `appName` is filled in automatically. */
export type MailValues<Name extends MailTemplateName> = Record<
  keyof (typeof mailTemplates)[Name]["sample"],
  string
>;
export type SmsValues<Name extends SmsTemplateName> = Record<
  keyof (typeof smsTemplates)[Name]["sample"],
  string
>;
