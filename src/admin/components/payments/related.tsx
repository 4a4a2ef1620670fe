import { Skeleton } from "@medusajs/ui"
import type { ReactNode } from "react"
import type { DrawerName } from "../../lib/use-drawer-param"
import { DrawerLink } from "../drawer-link"
import { LoadError } from "../query-states"
import { Nothing, Section } from "../section"

type RelatedProps<Row> = {
  title: string
  /** Shown when there are no rows. */
  none: string
  query: {
    isLoading: boolean
    error: unknown
    refetch: () => Promise<unknown>
  }
  rows: Row[] | undefined
  children: (row: Row) => ReactNode
}

/** Lists a payment's related records, one per line. */
export function Related<Row extends { id: string }>({
  title,
  none,
  query,
  rows,
  children,
}: RelatedProps<Row>) {
  return (
    <Section title={title}>
      {query.isLoading ? (
        <div className="px-6 py-4" aria-busy="true">
          <Skeleton className="h-5 w-full" />
        </div>
      ) : !rows ? (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      ) : rows.length ? (
        <ul className="divide-y">
          {rows.map((row) => (
            <li key={row.id}>{children(row)}</li>
          ))}
        </ul>
      ) : (
        <Nothing>{none}</Nothing>
      )}
    </Section>
  )
}

/** A line that opens a drawer. */
export function RelatedLine({
  drawer,
  id,
  title,
  subtitle,
  badge,
}: {
  drawer: DrawerName
  id: string
  title: ReactNode
  subtitle: ReactNode
  badge: ReactNode
}) {
  return (
    <DrawerLink
      plain
      drawer={drawer}
      id={id}
      className="hover:bg-ui-bg-base-hover flex items-center justify-between gap-x-4 px-6 py-3"
    >
      <span className="flex min-w-0 flex-col">
        <span className="txt-compact-small-plus text-ui-fg-base truncate">
          {title}
        </span>
        <span className="txt-small text-ui-fg-subtle truncate">{subtitle}</span>
      </span>
      {badge}
    </DrawerLink>
  )
}
