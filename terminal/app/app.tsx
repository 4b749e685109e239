// The page: its head, the panels, what is always visible at the foot.

import { SignInView } from "../views/sign-in/sign-in-view.tsx";
import { Desk } from "./desk.tsx";
import { Head } from "./head.tsx";
import { Phone } from "./phone.tsx";
import { StatusBar } from "./status-bar.tsx";
import { useLook } from "./use-look.ts";
import { useRoom } from "./use-room.ts";

export function App() {
  useLook();
  const room = useRoom();
  return (
    <div className="app" data-room={room}>
      <Head room={room} account={<SignInView />} />
      {room === "phone" ? <Phone /> : <Desk room={room} />}
      {room !== "phone" && <StatusBar />}
    </div>
  );
}
