import { AppError } from "@/lib/http/errors";
import { isUniqueViolation } from "@/lib/shared/database-errors";

export const usernameTaken = () =>
  new AppError("username_taken", 409, "This username is taken. Please choose another.", {
    field: "username",
  });
export const emailTaken = () =>
  new AppError("email_taken", 409, "There is already an account with this email address. Please sign in.", {
    field: "email",
  });

/** If two accounts get the same name at the same moment, the unique constraint decides and this names the field. */
export async function translateUniqueViolation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, "username")) throw usernameTaken();
    if (isUniqueViolation(error, "email")) throw emailTaken();
    throw error;
  }
}
