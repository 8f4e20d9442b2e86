import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { UnfinishedUploads } from "@/components/album/uploads/unfinished-uploads";
import { unfinished } from "@/tests/support/resume-store-contract";

test("each unfinished clip is offered by name, to continue or discard", async () => {
  const onResume = jest.fn();
  const onForget = jest.fn();
  const uploads = [unfinished("first"), unfinished("second")];
  render(<UnfinishedUploads uploads={uploads} onResume={onResume} onForget={onForget} />);
  expect(screen.getByText("Continue uploading first.mp4?")).toBeVisible();
  expect(screen.getAllByText(/for June 2025/)).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Continue with first.mp4" }));
  expect(onResume).toHaveBeenCalledWith(uploads[0]);
  await userEvent.click(screen.getByRole("button", { name: "Discard second.mp4" }));
  expect(onForget).toHaveBeenCalledWith(uploads[1]);
});

test("nothing is shown if nothing is unfinished", () => {
  const { container } = render(<UnfinishedUploads uploads={[]} onResume={jest.fn()} onForget={jest.fn()} />);
  expect(container).toBeEmptyDOMElement();
});
