import { z } from "zod";

// Whatever answers the same for somebody known and unknown is worked out by the queue, after the answer: the time
// that it takes tells nothing either.

export const sendResetLinkTask = "accounts.send-reset-link";
export const sendResetLinkPayload = z.object({ email: z.string() });

export const sendSmsCodesTask = "accounts.send-sms-codes";
export const sendSmsCodesPayload = z.object({ phoneNumber: z.string() });

export const askAdminsForChildTask = "accounts.ask-admins-for-child";
export const askAdminsForChildPayload = z.object({ username: z.string() });

export const tellOfGuessingTask = "accounts.tell-of-guessing";
export const tellOfGuessingPayload = z.object({ usernameOrEmail: z.string() });
