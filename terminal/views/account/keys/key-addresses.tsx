// A form for the IP addresses from which a key may be used.

import { useState } from "react";
import { Button } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { Field } from "../../../parts/field.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { ApiKey } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { Failure } from "../reading/readable.tsx";
import { useRequest } from "../reading/use-request.ts";
import { addressesOf } from "./ip-list.ts";

const texts = words.account.keys;

interface KeyAddressesProps {
  readonly session: AccountSession;
  readonly row: ApiKey;
  readonly onClose: (hasChanged: boolean) => void;
}

export function KeyAddresses({ session, row, onClose }: KeyAddressesProps) {
  const [status, setStatus] = useState(row.ip_restriction_status);
  const [text, setText] = useState(row.ip_restriction_list.join(", "));
  const { isRunning, failure, run } = useRequest();
  const { svc_key } = row;
  const isListed = status === "ALLOW_RESTRICTION_LIST";
  const addresses = addressesOf(text);
  const save = () =>
    run(async () => {
      const { keys } = session.client;
      if (isListed) await keys.setRestriction({ svc_key, ip_restriction_list: addresses.join(",") });
      else await keys.resetRestriction({ svc_key, reset_mode: status });
      onClose(true);
    });
  return (
    <form
      className="account-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Choice
        label={texts.from}
        value={status}
        options={[
          ["ALLOW_ALL_IPS", texts.anywhere],
          ["ALLOW_RESTRICTION_LIST", texts.listed],
          ["DISALLOW_ALL_IPS", texts.nowhere],
        ]}
        onChoose={setStatus}
      />
      {isListed && (
        <Field
          label={texts.addresses}
          hint={texts.addressesHint}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      )}
      <Failure text={failure} />
      <div className="account-acts">
        <Button onClick={() => onClose(false)}>{words.common.cancel}</Button>
        <Button type="submit" look="main" disabled={isRunning || (isListed && addresses.length === 0)}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}
