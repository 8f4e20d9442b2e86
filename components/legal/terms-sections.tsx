import type { LegalSection } from "@/components/legal/legal-page";
import { WhoRunsIt } from "@/components/legal/who-runs-it";
import type { HouseFacts } from "@/lib/features/legal/house";

/** The rules between a family and whoever runs the album. */
export function termsSections(house: HouseFacts): LegalSection[] {
  const { appName } = house;
  return [
    { id: "who", title: "Who these terms are with", body: <WhoRunsIt house={house} /> },
    {
      id: "account",
      title: "Your account",
      body: (
        <ul>
          <li>
            It is yours alone: keep the password to yourself, and tell an admin when you think it is known.
          </li>
          <li>
            Children use a child account, which an admin of the family makes and looks after. A child can't
            order, pay or invite.
          </li>
          <li>
            What you enter about yourself should be true where somebody relies on it, such as an address.
          </li>
        </ul>
      ),
    },
    {
      id: "pictures",
      title: "Your pictures stay yours",
      body: (
        <>
          <p>
            Uploading gives nobody any right to your pictures beyond what the album needs: to keep them, to
            make smaller copies of them, to show them to your family, and to print them when you ask for it.
          </p>
          <p>
            What you upload becomes part of your family's album. When you leave the family, it stays there;
            delete it first if you don't want that.
          </p>
        </>
      ),
    },
    {
      id: "fair",
      title: "What doesn't belong here",
      body: (
        <>
          <ul>
            <li>
              Pictures of people who don't want them here. Ask before you upload, above all about children.
            </li>
            <li>Anything that is against the law, that hurts or humiliates somebody.</li>
            <li>Other people's work that you may not pass on.</li>
            <li>Attempts to get at other families' albums, or to overload the service.</li>
          </ul>
          <p>
            Anybody in a family can <a href="/family-safety#report">report a picture</a>. It is hidden at
            once, and the family's admins decide.
          </p>
        </>
      ),
    },
    {
      id: "roles",
      title: "Owners, admins and members",
      body: (
        <p>
          Each family has at least one owner, who answers for its plan and may delete the family. Owners and
          admins invite and remove people, decide about reports and can change or delete what others added.
          Members add pictures and look after their own. Please make somebody admin only if the family trusts
          them.
        </p>
      ),
    },
    {
      id: "plans",
      title: "Plans, prints and payment",
      body: (
        <>
          <p>
            What a plan holds and costs stands under <a href="/pricing">Pricing</a>. The free prints of a
            month are used in one order; what is left of them ends with the month.
          </p>
          {house.takesCards ? (
            <p>
              Paid plans and gifts are paid by card at Stripe. A plan renews until its owner ends it under
              Billing; it then runs to the end of the time that is paid. With a smaller plan nothing is
              deleted: new uploads wait until there is room.
            </p>
          ) : (
            <p>Nothing can be bought here, and nothing is charged.</p>
          )}
        </>
      ),
    },
    {
      id: "availability",
      title: "What is promised, and what is not",
      body: (
        <>
          <p>
            {appName} keeps every original bit for bit, checks what it stores, and keeps deleted pictures for
            30 days. Still, machines fail: nobody promises that the album is always there. Keep a copy of what
            you could not bear to lose; <a href="/data-management#export">taking your pictures away</a> is
            always possible.
          </p>
          <p>
            Whoever runs the album may suspend a family that breaks these terms, and says so on its pages.
            Nothing in these terms takes away rights that the law gives you.
          </p>
        </>
      ),
    },
    {
      id: "end",
      title: "Ending it",
      body: (
        <p>
          You can leave a family or delete your account at any time in Settings, without giving a reason.{" "}
          <a href="/data-management#delete">Your data</a> says what is then deleted, and what stays with the
          family.
        </p>
      ),
    },
    {
      id: "changes",
      title: "When these terms change",
      body: (
        <p>
          The day of the last change stands at the top of this page. You can leave whenever you don't agree.
        </p>
      ),
    },
  ];
}
