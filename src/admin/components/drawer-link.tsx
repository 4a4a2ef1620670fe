import type { ReactNode } from "react"
import { type DrawerName, useDrawerAddress } from "../lib/use-drawer-param"
import { AdminLink, RowLink } from "./admin-link"

type DrawerLinkProps = {
  drawer: DrawerName
  id: string
  /** What it opens, where its content does not say it. */
  label?: string
  /** In a row's first cell: plain to the eye. */
  plain?: boolean
  className?: string
  children: ReactNode
}

/** Opens a row's drawer over the page where one is. */
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
