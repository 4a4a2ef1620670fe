import { Skeleton } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTexts } from "../../lib/use-texts"
import { problemText } from "../exceptions/kind-text"
import { LoadError } from "../query-states"
import { reasonText } from "../reason-text"
import { type Related, useRelated } from "../resource/queries"
import type { RowOf } from "../resource/resources"
import { RowLink } from "../resource/row-link"
import { RefundBadges, Status } from "../resource/status-badges"
import { Nothing, Section } from "../section"

/** The exceptions, refunds and webhooks of a payment. */
export function PaymentRelated({ paymentId }: { paymentId: string }) {
  const { t, coins, dateTime } = useTexts()
  return (
    <>
      <RelatedRows
        resource="exceptions"
        paymentId={paymentId}
        line={({ status, created_at, ...problem }) => ({
          title: problemText(t, problem).title,
          subtitle: dateTime(created_at),
          badge: <Status of="exceptions" status={status} />,
        })}
      />
      <RelatedRows
        resource="refunds"
        paymentId={paymentId}
        line={(refund) => ({
          title: coins(refund.amount, refund.currency),
          subtitle: [dateTime(refund.created_at), reasonText(t, refund.reason)]
            .filter(Boolean)
            .join(" · "),
          badge: <RefundBadges refund={refund} />,
        })}
      />
      <RelatedRows
        resource="webhooks"
        paymentId={paymentId}
        line={({ event, status, created_at }) => ({
          title: <span className="font-mono">{event}</span>,
          subtitle: dateTime(created_at),
          badge: <Status of="webhooks" status={status} />,
        })}
      />
    </>
  )
}

type RelatedRowsProps<R extends Related> = {
  resource: R
  paymentId: string
  line: (row: RowOf[R]) => Record<"title" | "subtitle" | "badge", ReactNode>
}

/**
 * Lists a payment's related records, one per line, which opens its drawer. Empty
 * if the user's role may not read them.
 */
function RelatedRows<R extends Related>({
  resource,
  paymentId,
  line,
}: RelatedRowsProps<R>) {
  const { t } = useTexts()
  const { enabled, rows, error, refetch } = useRelated(resource, paymentId)
  const name: Related = resource
  if (!enabled) {
    return null
  }
  return (
    <Section title={t(`payments.sections.${name}`)}>
      {rows?.length === 0 && <Nothing>{t(`payments.none.${name}`)}</Nothing>}
      {rows ? (
        <ul className="divide-y">
          {rows.map((row) => {
            const { title, subtitle, badge } = line(row)
            return (
              <li key={row.id}>
                <RowLink
                  resource={resource}
                  id={row.id}
                  className="hover:bg-ui-bg-base-hover flex items-center justify-between gap-x-4 px-6 py-3"
                >
                  <span className="flex min-w-0 flex-col">
                    <span className="txt-compact-small-plus text-ui-fg-base truncate">
                      {title}
                    </span>
                    <span className="txt-small text-ui-fg-subtle truncate">
                      {subtitle}
                    </span>
                  </span>
                  {badge}
                </RowLink>
              </li>
            )
          })}
        </ul>
      ) : error ? (
        <LoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="mx-6 my-4 h-5" />
      )}
    </Section>
  )
}
