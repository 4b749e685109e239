// A picture of the chart for the browser's downloads.

import { day } from "../../format/time.ts";
import { save } from "../../parts/download.ts";

/** @param name without the day and what it ends in */
export function savePicture(picture: HTMLCanvasElement, name: string): void {
  picture.toBlob((blob) => blob && save(`${name}-${day(Date.now())}.png`, "image/png", blob));
}
