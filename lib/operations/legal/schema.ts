/** What the legal pages say about this installation: who runs it, and who receives data from it. */
export interface InstallationFacts {
  appName: string;
  operatorName: string | null;
  operatorContact: string | null;
  /** Each only if it is configured. */
  sendsMail: boolean;
  sendsSms: boolean;
  pushes: boolean;
  takesCards: boolean;
  printsElsewhere: boolean;
  storesElsewhere: boolean;
  /** The names of external accounts on the sign-in buttons. */
  identityProviders: string[];
  usesAvatarService: boolean;
  /** A family's admin can turn it on here. */
  looksForFaces: boolean;
}
