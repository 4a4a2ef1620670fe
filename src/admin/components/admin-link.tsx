import { clx } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { Link } from "react-router-dom"

/** Underlined, in the text's own colour: Medusa's blue is too pale to be read at this size. */
const LINK =
  "txt-compact-small-plus text-ui-fg-base decoration-ui-fg-muted hover:decoration-ui-fg-base focus-visible:shadow-borders-focus rounded-sm underline underline-offset-4 outline-none"

/** A link within the admin that looks like one. */
export function AdminLink({
  className,
  ...props
}: ComponentProps<typeof Link>) {
  return <Link className={clx(LINK, className)} {...props} />
}

/** The first cell of a row: opens it, also by keyboard, and stays plain to the eye. */
export function RowLink({ className, ...props }: ComponentProps<typeof Link>) {
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
