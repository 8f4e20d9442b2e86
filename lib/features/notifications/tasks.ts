import { z } from "zod";

/** Sends new notifications to the browsers of the people they are for. */
export const pushNotificationsTask = "notifications.push";
export const pushNotificationsPayload = z.object({ notificationIds: z.array(z.uuid()) });
