import type { ReactNode } from "react"
import { AdminLink, PlainLink } from "../admin-link"
import type { ResourceName } from "./resources"
import { useRowAddress } from "./row-address"

type RowLinkProps = {
  resource: ResourceName
  id: string
  /** The accessible name, if the content doesn't name the target. */
  label?: string
  /** Looks like plain text, for a row's first cell. */
  plain?: boolean
  className?: string
  children: ReactNode
}

/** Opens a row. */
export function RowLink({
  resource,
  id,
  label,
  plain,
  ...props
}: RowLinkProps) {
  const to = useRowAddress(resource)(id)
  const Styled = plain ? PlainLink : AdminLink
  return <Styled to={to} aria-label={label} {...props} />
}
