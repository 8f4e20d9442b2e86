import { renderMail, renderText } from "@/lib/core/messages/server/render";
import { type MailTemplate, mailTemplates, smsTemplates } from "@/lib/core/messages/server/templates";

const template: MailTemplate = {
  subject: "{{who}} writes",
  heading: "A word from {{who}}",
  paragraphs: ["Hello {{name}},", "{{extra}} is left out when empty.", "Goodbye."],
  button: "Open {{what}}",
  footnote: "Sent for {{who}}.",
  sample: {},
};
const values = {
  appName: "Keepsake",
  who: "Ada",
  name: "Ben",
  extra: "",
  what: "it",
  url: "https://a.example/?a=1&b=2",
};

test("values are inserted into subject, text and HTML, and a paragraph with an empty one is left out", () => {
  const { subject, text, html } = renderMail(template, values);
  expect(subject).toBe("Ada writes");
  expect(text).toBe(
    [
      "A word from Ada",
      "Hello Ben,",
      "Goodbye.",
      "Open it:\nhttps://a.example/?a=1&b=2",
      "Sent for Ada.",
      "-- \nKeepsake",
    ].join("\n\n"),
  );
  expect(html).toContain('<p style="margin:0 0 16px;">Hello Ben,</p>');
  expect(html).not.toContain("left out");
});

test("a value is one line of plain text: markup is escaped, placeholders in it stay unchanged", () => {
  const who = `<b>"Ada" & 'co'</b>\r\n{{url}}\t!`;
  const { subject, text, html } = renderMail(template, { ...values, who });
  expect(subject).toBe(`<b>"Ada" & 'co'</b> {{url}} ! writes`);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text).toContain(`A word from <b>"Ada" & 'co'</b> {{url}} !`);
  expect(html).toContain("&lt;b&gt;&quot;Ada&quot; &amp; &#39;co&#39;&lt;/b&gt; {{url}} !");
  expect(html).not.toContain("<b>");
});

test("a button without an address is left out", () => {
  const { text, html } = renderMail(template, { ...values, url: "" });
  expect(text).not.toContain("Open it");
  expect(html).not.toContain("<a ");
});

test("a mail without a value for its subject uses the heading's, and never shows a placeholder", () => {
  const { subject, text, html } = renderMail({ ...template, heading: "Hello" }, { ...values, who: "" });
  expect(subject).toBe("Hello");
  for (const part of [text, html]) expect(part).not.toContain("{{");
});

test("pictures are embedded in the mail, the first before the last paragraph, and their captions are escaped", () => {
  const mail = {
    subject: "s",
    heading: "h",
    paragraphs: ["Hello", "What was this?"],
    button: "Answer",
    sample: {},
  };
  const values = { appName: "Keepsake", url: "https://album.example.org/" };
  const pictures = [
    { id: "photo-1", caption: 'Low "tide" <b>' },
    { id: "photo-2", caption: "" },
  ];
  const { html, text } = renderMail(mail, values, pictures);
  const places = ["Hello", 'src="cid:photo-1"', "What was this?", "Answer", 'src="cid:photo-2" alt=""'].map(
    (part) => html.indexOf(part),
  );
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect(html).toContain('alt="Low &quot;tide&quot; &lt;b&gt;"');
  expect(html.match(/src="[^"]*"/g)?.every((source) => source.startsWith('src="cid:'))).toBe(true);
  expect(text).not.toContain("photo-1");
});

test("an SMS with a missing value is empty rather than half a sentence", () => {
  expect(renderText("{{code}} is your code, {{name}}.", { code: "1", name: "Ben" })).toBe(
    "1 is your code, Ben.",
  );
  expect(renderText("{{code}} is your code.", {})).toBe("");
});

describe.each(Object.entries<MailTemplate>(mailTemplates))("the mail %s", (_, mail) => {
  const rendered = renderMail(mail, { ...mail.sample, appName: "Keepsake" });

  test("has a value for every placeholder, and a place for every value", () => {
    const source = [mail.subject, mail.heading, ...mail.paragraphs, mail.button ?? "", mail.footnote ?? ""];
    const asked = new Set([...source.join(" ").matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? ""));
    if (mail.button) asked.add("url");
    if (mail.secondButton) asked.add("secondUrl");
    if (mail.unsubscribe) asked.add("unsubscribeUrl");
    asked.delete("appName");
    // The greeting looks up the name by the username.
    if (asked.delete("name")) asked.add("username");
    expect([...asked].sort()).toEqual(Object.keys(mail.sample).sort());
  });

  test("loads nothing from elsewhere", () => {
    expect(rendered.html).not.toMatch(/<(img|script|link|iframe)|url\(|@import/i);
    expect(rendered.subject.length).toBeLessThanOrEqual(90);
    expect(rendered.text).toContain("Keepsake");
  });
});

test.each(Object.entries(smsTemplates))("the SMS %s fits in one message", (_, { text, sample }) => {
  const rendered = renderText(text, { ...sample, appName: "Keepsake" });
  expect(rendered).not.toBe("");
  expect(rendered.length).toBeLessThanOrEqual(160);
});
