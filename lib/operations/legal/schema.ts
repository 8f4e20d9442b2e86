/** What the legal pages have to say about this installation: who runs it, and whom it hands anything to. */
export interface HouseFacts {
  appName: string;
  operatorName: string | null;
  operatorContact: string | null;
  /** Each only where it is set up. */
  sendsMail: boolean;
  sendsSms: boolean;
  pushes: boolean;
  takesCards: boolean;
  printsElsewhere: boolean;
  storesElsewhere: boolean;
  /** How the sign-in buttons call the accounts elsewhere. */
  identityProviders: string[];
  usesAvatarService: boolean;
  /** A family's admin can switch it on here. */
  looksForFaces: boolean;
}
