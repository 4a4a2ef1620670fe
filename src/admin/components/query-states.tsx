import { ExclamationCircle } from "@medusajs/icons"
import { Container, Heading, Skeleton, Text } from "@medusajs/ui"
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { statusOf } from "../lib/sdk"
import { useTexts } from "../lib/use-texts"
import { SmallButton } from "./small-button"

type Failed = { query: { error: unknown; refetch: () => unknown } }

/**
 * Shows why loading failed, with a retry button unless the record does not
 * exist.
 */
export function LoadError({ query: { error, refetch } }: Failed) {
  const { t, errorText } = useTexts()
  const missing = statusOf(error) === 404
  return (
    <div
      role="alert"
      className="flex min-h-[200px] flex-col items-center justify-center gap-y-3 px-6 py-8 text-center"
    >
      <ExclamationCircle className="text-ui-fg-subtle" />
      <div className="flex max-w-md flex-col gap-y-1">
        <Heading level="h2">
          {missing ? t("common.errors.notFound") : t("common.errors.title")}
        </Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {missing ? t("common.errors.notFoundHint") : errorText(error)}
        </Text>
      </div>
      {!missing && (
        <SmallButton onClick={() => refetch()}>
          {t("common.actions.retry")}
        </SmallButton>
      )}
    </div>
  )
}

export function SectionSkeleton({ rows = 4 }: { rows?: number }) {
  return (
    <Container className="divide-y p-0" aria-busy="true">
      <div className="px-6 py-4">
        <Skeleton className="h-7 w-40" />
      </div>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="grid grid-cols-2 px-6 py-4">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-5 w-40" />
        </div>
      ))}
    </Container>
  )
}

type LoadedProps<T> = {
  query: Pick<UseQueryResult<T>, "data" | "error" | "refetch">
  /** The number of rows of the placeholder. */
  rows?: number
  children: (data: T) => ReactNode
}

/** A part of a page: its data, a placeholder while it loads, or why it failed. */
export function Loaded<T>({ query, rows, children }: LoadedProps<T>) {
  if (query.data !== undefined) {
    return children(query.data)
  }
  return query.error ? (
    <Container className="p-0">
      <LoadError query={query} />
    </Container>
  ) : (
    <SectionSkeleton rows={rows} />
  )
}
