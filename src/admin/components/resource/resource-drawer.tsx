import { Drawer, Skeleton } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { DrawerShell } from "../drawer-shell"
import { LoadError } from "../query-states"
import { useRow } from "./requests"
import type { DetailOf, ResourceName } from "./resources"
import { useOpenRow } from "./row-link"

type ResourceDrawerProps<R extends ResourceName> = {
  resource: R
  title: (response: DetailOf[R]) => ReactNode
  /** A status, next to the title. */
  badge: (response: DetailOf[R]) => ReactNode
  footer?: (response: DetailOf[R]) => ReactNode
  children: (response: DetailOf[R]) => ReactNode
}

/**
 * The drawer of the row in the URL, and its states while loading and after an
 * error.
 */
export function ResourceDrawer<R extends ResourceName>(
  props: ResourceDrawerProps<R>
) {
  const { resource, title, badge, footer: footerOf, children } = props
  const { t } = useTranslation("stablecoin")
  const { id, close } = useOpenRow(resource)
  const query = useRow(resource, id)
  const { data } = query
  const name: ResourceName = resource
  const footer = data && footerOf?.(data)
  return (
    <DrawerShell
      open={id !== null}
      onClose={close}
      title={data ? title(data) : t(`${name}.title`)}
      badge={data && badge(data)}
    >
      <Drawer.Body className="overflow-y-auto p-0">
        {query.isLoading ? (
          <Skeleton className="m-6 h-5" aria-busy="true" />
        ) : query.error ? (
          <LoadError query={query} />
        ) : (
          data && <div className="divide-y">{children(data)}</div>
        )}
      </Drawer.Body>
      {footer && <Drawer.Footer>{footer}</Drawer.Footer>}
    </DrawerShell>
  )
}
