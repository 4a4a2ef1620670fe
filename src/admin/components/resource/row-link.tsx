import { clx } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { Link, type To, useSearchParams } from "react-router-dom"
import { withParams } from "../../lib/url-params"
import { ONE, type ResourceName } from "./resources"

type RowLinkProps = Omit<ComponentProps<typeof Link>, "to"> & {
  resource: ResourceName
  id: string
}

/** Opens a row, also by keyboard, and looks like plain text. */
export function RowLink({ resource, id, className, ...props }: RowLinkProps) {
  return (
    <Link
      to={useRowAddress(resource)(id)}
      className={clx(
        "text-ui-fg-base focus-visible:shadow-borders-focus rounded-sm font-medium outline-none",
        className
      )}
      {...props}
    />
  )
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
