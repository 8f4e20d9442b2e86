/** What the pages and the calls say while sign-up is closed. */
export const signUpClosed =
  "New accounts come by invitation for the time being. Ask somebody of your family to invite you.";
