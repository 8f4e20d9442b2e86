import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type FormEvent, type ReactNode, useState } from "react";
import { renderToString } from "react-dom/server.node";
import { useForm } from "react-hook-form";
import { Input } from "@/components/ui/input";
import { PasswordInput } from "@/components/ui/password-input";
import { Textarea } from "@/components/ui/textarea";

const sent = jest.fn();
beforeEach(() => sent.mockClear());

interface Values {
  name: string;
  note: string;
  password: string;
}

/** React holds the typed text. */
function ControlledForm() {
  const [values, setValues] = useState<Values>({ name: "", note: "", password: "" });
  const control = (key: keyof Values) => ({
    "aria-label": key,
    value: values[key],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [key]: target.value }),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    sent(values);
  };
  return (
    <form onSubmit={send}>
      <Input {...control("name")} />
      <Textarea {...control("note")} />
      <PasswordInput {...control("password")} />
      <button type="submit">Send</button>
    </form>
  );
}

/** The inputs hold the text, and react-hook-form reads it. */
function RegisteredForm() {
  const { register, handleSubmit } = useForm<Values>({ defaultValues: { name: "", note: "", password: "" } });
  return (
    <form onSubmit={handleSubmit((values) => sent(values))}>
      <Input aria-label="name" {...register("name")} />
      <Textarea aria-label="note" {...register("note")} />
      <PasswordInput aria-label="password" {...register("password")} />
      <button type="submit">Send</button>
    </form>
  );
}

/** The page as a browser has it before its scripts arrive. */
function arrive(form: ReactNode): () => void {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(form);
  return () => void render(form, { container, hydrate: true });
}
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

describe.each([
  ["a form of React's", ControlledForm],
  ["a form of react-hook-form's", RegisteredForm],
])("%s", (_, Form) => {
  test("text typed before the scripts loaded stays, and is sent", async () => {
    const hydrate = arrive(<Form />);
    box("name").value = "Ada";
    box("note").value = "At the sea";
    hydrate();
    await userEvent.type(box("password"), "green lanterns");
    expect([box("name").value, box("note").value]).toEqual(["Ada", "At the sea"]);
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
    expect(sent).toHaveBeenCalledWith({ name: "Ada", note: "At the sea", password: "green lanterns" });
  });

  test("text typed afterwards continues from there", async () => {
    const hydrate = arrive(<Form />);
    box("name").value = "Ada";
    hydrate();
    await userEvent.type(box("name"), " Lovelace");
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
    expect(sent).toHaveBeenCalledWith({ name: "Ada Lovelace", note: "", password: "" });
  });
});

test("an initial value, or a control that nobody types into, fires no change", () => {
  const changed = jest.fn();
  render(
    <>
      <Input aria-label="name" value="Ada" onChange={changed} />
      <Textarea aria-label="note" defaultValue="At the sea" onChange={changed} />
      <Input aria-label="size" type="range" defaultValue={70} onChange={changed} />
      <Input aria-label="agreed" type="checkbox" onChange={changed} />
    </>,
  );
  expect(changed).not.toHaveBeenCalled();
  expect([box("name").value, box("note").value]).toEqual(["Ada", "At the sea"]);
});
