import { z } from "zod";
import { declareTask } from "@/lib/platform/queue/task";

/** Sends new notifications to their recipients' browsers. */
export const pushNotificationsTask = declareTask(
  "notifications.push",
  z.object({ notificationIds: z.array(z.uuid()) }),
);
