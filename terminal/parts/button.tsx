// A button.

import type { ComponentProps } from "react";

export interface ButtonProps extends ComponentProps<"button"> {
  /** `main` for a view's primary action, `bare` for a button among figures. */
  readonly look?: "main" | "rise" | "fall" | "bare" | undefined;
}

export function Button({ look, className = "", ...rest }: ButtonProps) {
  return <button type="button" data-look={look} className={`button ${className}`} {...rest} />;
}
