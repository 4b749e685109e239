// Something to press.

import type { ComponentProps } from "react";

export interface ButtonProps extends ComponentProps<"button"> {
  /** `main` for the one thing a view is about, `bare` for what stands among figures. */
  readonly look?: "main" | "rise" | "fall" | "bare" | undefined;
}

export function Button({ look, className = "", ...rest }: ButtonProps) {
  return <button type="button" data-look={look} className={`button ${className}`} {...rest} />;
}
