import type { ReactNode } from "react"
import { type To, useSearchParams } from "react-router-dom"
import { withParams } from "../../lib/url-params"
import { AdminLink, PlainLink } from "../links"
import { ONE, type ResourceName } from "./resources"

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

/**
 * Returns the URL that opens a row. A payment has its own page, and other rows
 * open in a drawer over the current page.
 */
export function useRowAddress(resource: ResourceName): (id: string) => To {
  const [params] = useSearchParams()
  return (id) =>
    resource === "payments"
      ? `/stablecoin/payments/${id}`
      : { search: withParams(params, { [ONE[resource]]: id }).toString() }
}

/**
 * The row whose drawer is open, kept in the URL so that links lead to it and
 * the back button closes it.
 */
export function useOpenRow(resource: ResourceName) {
  const [params, setParams] = useSearchParams()
  return {
    id: params.get(ONE[resource]),
    close: () =>
      setParams((current) => withParams(current, { [ONE[resource]]: null })),
  }
}
