import { clx } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { Link } from "react-router-dom"

/** A link within the admin that looks like one. */
export function DeskLink({ className, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link
      className={clx(
        "txt-compact-small-plus text-ui-fg-interactive hover:text-ui-fg-interactive-hover focus-visible:shadow-borders-focus rounded-sm outline-none",
        className
      )}
      {...props}
    />
  )
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
