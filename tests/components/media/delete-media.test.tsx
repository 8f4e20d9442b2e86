import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useDeleteMedia } from "@/components/album/media/use-delete-media";
import { removeToast } from "@/components/ui/toast";
import { FakeApi } from "@/tests/support/fake-api";
import { renderPage } from "@/tests/support/render-page";
import { userDto } from "@/tests/support/user";

const words = "Authentication required. Please log in before deleting media.";

function DeleteButton() {
  const { run } = useDeleteMedia();
  return (
    <button type="button" onClick={() => void run({ id: "one", mediaType: "image" })}>
      Delete
    </button>
  );
}

afterEach(() => act(() => removeToast()));

test("deleting without a login asks for one and sends nothing", async () => {
  const api = new FakeApi().on("GET /api/auth/me", { status: 401 }).install();
  renderPage(<DeleteButton />, { user: null });
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText(words, { selector: "div" })).toBeInTheDocument();
  expect(api.made("DELETE")).toEqual([]);
});

test("a deletion refused because the session ended says so", async () => {
  const api = new FakeApi()
    .on("GET /api/auth/me", { json: userDto() })
    .on("DELETE /api/media/one", { status: 401, json: { message: "Please sign in to continue." } })
    .install();
  renderPage(<DeleteButton />);
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Deletion failed", { selector: "div" })).toBeInTheDocument();
  expect(screen.getByText(words, { selector: "div" })).toBeInTheDocument();
  expect(api.calls.find(({ method }) => method === "DELETE")?.body).toEqual({
    userId: userDto().id,
    sessionId: "session-1",
  });
});
