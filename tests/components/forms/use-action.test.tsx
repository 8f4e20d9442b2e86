/** @jest-environment jsdom */
import { act, render as draw, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toastFailure } from "@/components/forms/toast-failure";
import { type ActionOptions, leavingPage, useAction } from "@/components/forms/use-action";
import { TextField } from "@/components/ui/text-field";
import { removeToast, toastStore } from "@/components/ui/toast";
import { ApiError } from "@/lib/http/api-error";

const refused = (field?: string) =>
  new ApiError(422, "", { text: "", json: { message: "That name is taken", ...(field ? { field } : {}) } });

/** Work that ends when the test says so. */
function heldWork() {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  return { work: jest.fn((_input: string) => promise), resolve, reject };
}

const render = (work: (input: string) => Promise<unknown>, options?: ActionOptions) =>
  renderHook(() => useAction(work, options));

afterEach(() => act(() => removeToast()));

describe("useAction", () => {
  test("runs once at a time, and reports what it is busy with", async () => {
    const { work, resolve } = heldWork();
    const { result } = render(work);
    let first: Promise<boolean> | undefined;
    let second: Promise<boolean> | undefined;
    act(() => {
      first = result.current.run("Ama");
      second = result.current.run("Kofi");
    });
    expect(result.current.isBusy).toBe(true);
    expect(result.current.busyWith).toBe("Ama");
    await act(async () => resolve(undefined));
    await expect(first).resolves.toBe(true);
    await expect(second).resolves.toBe(false);
    expect(work).toHaveBeenCalledTimes(1);
    expect(result.current.isBusy).toBe(false);
    await act(() => result.current.run("Kofi"));
    expect(work).toHaveBeenCalledTimes(2);
  });

  test.each([
    new TypeError("Failed to fetch"),
    new DOMException("signal is aborted without reason", "AbortError"),
  ])("shows its own message when there was no answer, not the browser's: %s", async (failure) => {
    const { result } = render(() => Promise.reject(failure), { failureTitle: "It was not saved" });
    await act(() => result.current.run("Ama"));
    expect(toastStore.entries()[0]).toMatchObject({
      title: "It was not saved",
      description: "Please try again.",
    });
  });

  test("shows the server's message in a toast if it has a title", async () => {
    const onFailure = jest.fn();
    const { result } = render(() => Promise.reject(refused()), {
      failureTitle: "It was not saved",
      onFailure,
    });
    await act(() => result.current.run("Ama"));
    expect(toastStore.entries()[0]).toMatchObject({
      title: "It was not saved",
      description: "That name is taken",
      variant: "danger",
    });
    expect(result.current.error).toBeNull();
    expect(onFailure).toHaveBeenCalledWith(expect.any(ApiError));
  });

  test("keeps an error for its field, and any other for the form", async () => {
    const work = jest.fn<Promise<unknown>, [string]>();
    const { result } = render(work, { fields: ["name"] });
    work.mockRejectedValueOnce(refused("name.0"));
    await act(() => result.current.run(""));
    expect(result.current.errorOf("name")).toBe("That name is taken");
    expect(result.current.error).toBeNull();

    work.mockRejectedValueOnce(refused("birthday"));
    await act(() => result.current.run(""));
    expect(result.current.errorOf("name")).toBeUndefined();
    expect(result.current.error).toBe("That name is taken");

    act(() => result.current.setError("Name is required", "name"));
    expect(result.current.errorOf("name")).toBe("Name is required");
    expect(result.current.error).toBeNull();
    work.mockResolvedValueOnce(undefined);
    await act(() => result.current.run(""));
    expect(result.current.errorOf("name")).toBeUndefined();
  });

  test("shows the fallback if the error has no message, and is busy until everything settles", async () => {
    const settled = Promise.withResolvers<void>();
    const { result } = render(() => Promise.reject(new Error()), {
      fallback: "It could not be saved.",
      onSettled: () => settled.promise,
    });
    await act(async () => void result.current.run(""));
    expect(result.current.error).toBe("It could not be saved.");
    expect(result.current.isBusy).toBe(true);
    await act(async () => settled.resolve());
    expect(result.current.isBusy).toBe(false);
  });

  test("stays busy when the page is about to change", async () => {
    const { result } = render(() => Promise.resolve(leavingPage));
    await act(() => result.current.run(""));
    expect(result.current.isBusy).toBe(true);
  });
});

test("shows 'Please try again' for a failure without a message", () => {
  act(() => toastFailure("It was not saved", null));
  expect(toastStore.entries()[0]).toMatchObject({
    title: "It was not saved",
    description: "Please try again.",
    variant: "danger",
  });
});

function TwoFields() {
  const { run, errorOf, isBusy } = useAction(() => Promise.reject(refused("city")), { fields: ["city"] });
  return (
    <form action={() => void run()}>
      <TextField label="Name" value="Ama" onValueChange={() => {}} />
      <TextField label="City" value="Accra" onValueChange={() => {}} error={errorOf("city")} />
      <button disabled={isBusy} type="submit">
        Save
      </button>
    </form>
  );
}

test("a field that the server refuses takes the focus", async () => {
  draw(<TwoFields />);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("That name is taken")).toBeVisible();
  expect(screen.getByRole("textbox", { name: "City" })).toHaveFocus();
});
