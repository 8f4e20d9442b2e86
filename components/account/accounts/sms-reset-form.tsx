"use client";

import { useState } from "react";
import { SmsCodeForm } from "@/components/account/accounts/sms-code-form";
import { SmsPhoneForm } from "@/components/account/accounts/sms-phone-form";

/** A new password by SMS, in two steps: the number, then the code with the new password. */
export function SmsResetForm({ isSmsConfigured }: { isSmsConfigured: boolean }) {
  const [phoneNumber, setPhoneNumber] = useState("");
  const [sent, setSent] = useState<string | null>(null);
  return sent ? (
    <SmsCodeForm
      phoneNumber={phoneNumber}
      sent={sent}
      isSmsConfigured={isSmsConfigured}
      onBack={() => setSent(null)}
    />
  ) : (
    <SmsPhoneForm
      phoneNumber={phoneNumber}
      isSmsConfigured={isSmsConfigured}
      onSent={(number, message) => {
        setPhoneNumber(number);
        setSent(message);
      }}
    />
  );
}
