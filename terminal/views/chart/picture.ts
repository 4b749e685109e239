// Saves a screenshot of the chart.

import { day } from "../../format/time.ts";
import { save } from "../../parts/download.ts";

/** @param name without date and extension */
export function savePicture(picture: HTMLCanvasElement, name: string): void {
  picture.toBlob((blob) => blob && save(`${name}-${day(Date.now())}.png`, "image/png", blob));
}
