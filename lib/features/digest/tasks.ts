/** Writes the weekly e-mails that are due. */
export const sendDigestsTask = "digest.send";
