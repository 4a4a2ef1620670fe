import type { ReactNode } from "react"
import { type DrawerName, useDrawerAddress } from "../lib/use-drawer-param"
import { AdminLink, RowLink } from "./admin-link"

type DrawerLinkProps = {
  drawer: DrawerName
  id: string
  /** The accessible name, if the content doesn't name the target. */
  label?: string
  /** Looks like plain text, for a row's first cell. */
  plain?: boolean
  className?: string
  children: ReactNode
}

/** Opens a row's drawer over the current page. */
export function DrawerLink({
  drawer,
  id,
  label,
  plain,
  ...props
}: DrawerLinkProps) {
  const to = useDrawerAddress(drawer, id)
  const Styled = plain ? RowLink : AdminLink
  return <Styled to={to} aria-label={label} {...props} />
}
