import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { PhoneField } from "@/components/account/accounts/phone-field";

function Field({ initial = "" }: { initial?: string }) {
  const [phone, setPhone] = useState(initial);
  return (
    <>
      <PhoneField
        label="Phone number"
        value={phone}
        onChange={setPhone}
        error={phone ? undefined : "Missing"}
      />
      <output>{phone}</output>
      <button type="button" onClick={() => setPhone("+4930123456")}>
        Fill in
      </button>
    </>
  );
}

const code = () => screen.getByRole("combobox", { name: "Country code" });
const number = () => screen.getByRole("textbox", { name: "Phone number" });
const kept = () => screen.getByRole("status");

test("country and number are stored as one string, with +44 unless another is chosen", async () => {
  render(<Field />);
  expect(code()).toHaveValue("+44");
  await userEvent.type(number(), "07700 900123");
  expect(kept()).toHaveTextContent("+447700900123");
  expect(number()).toHaveValue("07700 900123");
  await userEvent.selectOptions(code(), "+353");
  expect(kept()).toHaveTextContent("+3537700900123");
});

test("29 countries are offered", () => {
  render(<Field />);
  expect(screen.getAllByRole("option")).toHaveLength(29);
});

test("a saved number is split up again", () => {
  render(<Field initial="+35312345678" />);
  expect([code(), number()].map((field) => (field as HTMLInputElement).value)).toEqual(["+353", "12345678"]);
});

test("a number set from outside is shown; a country chosen before the number stays", async () => {
  render(<Field />);
  await userEvent.selectOptions(code(), "+61");
  expect(code()).toHaveValue("+61");
  await userEvent.click(screen.getByRole("button", { name: "Fill in" }));
  expect([code(), number()].map((field) => (field as HTMLInputElement).value)).toEqual(["+49", "30123456"]);
});

test("errors are tied to the number, and phones show their number pad", () => {
  render(<Field />);
  expect(number()).toHaveAccessibleDescription("Missing");
  expect(number()).toBeInvalid();
  expect(number()).toHaveAttribute("type", "tel");
  expect(number()).toHaveAttribute("autocomplete", "tel-national");
});
