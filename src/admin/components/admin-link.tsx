import { clx } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { Link } from "react-router-dom"

/** Underlined, in the text's color. Medusa's blue is too pale at this size. */
const LINK =
  "txt-compact-small-plus text-ui-fg-base decoration-ui-fg-muted hover:decoration-ui-fg-base focus-visible:shadow-borders-focus rounded-sm underline underline-offset-4 outline-none"

/** An underlined link within the admin. */
export function AdminLink({
  className,
  ...props
}: ComponentProps<typeof Link>) {
  return <Link className={clx(LINK, className)} {...props} />
}

/**
 * The link in a row's first cell. Opens the row, also by keyboard, and looks
 * like plain text.
 */
export function PlainLink({
  className,
  ...props
}: ComponentProps<typeof Link>) {
  return (
    <Link
      className={clx(
        "text-ui-fg-base focus-visible:shadow-borders-focus rounded-sm font-medium outline-none",
        className
      )}
      {...props}
    />
  )
}
