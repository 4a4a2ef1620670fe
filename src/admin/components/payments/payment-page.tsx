import { Container, Skeleton } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useParams } from "react-router-dom"
import type { AdminPaymentDetail } from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { reasonText } from "../../lib/words"
import { addressOf, codeOf } from "../code-text"
import { Money } from "../deposits/deposit-facts"
import { ExceptionDrawer } from "../exceptions/exception-drawer"
import { problemText } from "../exceptions/kind-text"
import { CustomerLink, OrderLink } from "../links"
import { PaymentProof } from "../proof/proof"
import { Loaded, LoadError } from "../query-states"
import { RefundDrawer } from "../refunds/refund-drawer"
import { type Related, useRelated, useRow } from "../resource/requests"
import type { RowOf } from "../resource/resources"
import { RowLink } from "../resource/row-link"
import { Status } from "../resource/status-badges"
import { Facts, Note, Section, TwoColumns } from "../section"
import { WebhookDrawer } from "../webhooks/webhook-drawer"
import { OpenItems } from "./open-items"
import { PaymentGeneral } from "./payment-general"
import { PaymentTimeline } from "./payment-timeline"

export function PaymentPage() {
  const { t } = useTexts()
  const { id = "" } = useParams()
  const { rows: exceptions = [] } = useRelated("exceptions", id)
  const { rows: refunds = [] } = useRelated("refunds", id)
  return (
    <Loaded query={useRow("payments", id)} rows={6}>
      {({ payment, facts }) => (
        <>
          <TwoColumns
            main={
              <>
                <Container className="divide-y overflow-hidden p-0 empty:hidden">
                  <OpenItems paymentId={id} {...{ exceptions, refunds }} />
                </Container>
                <PaymentGeneral payment={payment} facts={facts} />
                <Section title={t("deposits.money")}>
                  <Money deposits={payment.deposits} />
                </Section>
                <PaymentProof payment={payment} />
                <PaymentRelated paymentId={id} />
              </>
            }
            side={
              <>
                <PaymentIds payment={payment} />
                <PaymentTimeline payment={payment} facts={facts} />
              </>
            }
          />
          <ExceptionDrawer />
          <RefundDrawer />
          <WebhookDrawer />
        </>
      )}
    </Loaded>
  )
}

/**
 * The records that a payment belongs to, in Medusa and at the gateway. Carts,
 * sessions and collections have no page, so their ids can be copied.
 */
function PaymentIds({ payment }: { payment: AdminPaymentDetail }) {
  const { t } = useTexts()
  const { order, order_id, customer, destination_address } = payment
  return (
    <>
      <Section title={t("payments.sections.links")}>
        <Facts
          facts={{
            "common.fields.order": (
              <OrderLink order={order} orderId={order_id} />
            ),
            "common.fields.customer": <CustomerLink customer={customer} />,
            "payments.fields.cartId": codeOf(payment.cart_id),
            "payments.fields.sessionId": codeOf(payment.session_id),
            "payments.fields.collectionId": codeOf(
              payment.payment_collection_id
            ),
          }}
        />
      </Section>
      <Section title={t("payments.sections.gateway")}>
        <Facts
          facts={{
            "payments.fields.gatewayId": codeOf(payment.gateway_id),
            "payments.fields.orderNo": codeOf(payment.id),
            "payments.fields.reference": codeOf(payment.reference),
            "payments.fields.destination": addressOf(
              destination_address,
              payment
            ),
            "payments.fields.account": codeOf(payment.account),
          }}
        />
      </Section>
    </>
  )
}

function PaymentRelated({ paymentId }: { paymentId: string }) {
  const { t, coins, dateTime } = useTexts()
  return (
    <>
      <RelatedRows
        resource="exceptions"
        paymentId={paymentId}
        line={(exception) => ({
          title: problemText(t, exception).title,
          subtitle: dateTime(exception.created_at),
          badge: <Status of="exceptions" status={exception.status} />,
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
          badge: <Status of="refunds" status={refund.status} />,
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
function RelatedRows<R extends Related>(props: RelatedRowsProps<R>) {
  const { resource, paymentId, line } = props
  const { t } = useTexts()
  const { enabled, rows, ...query } = useRelated(resource, paymentId)
  const name: Related = resource
  if (!enabled) {
    return null
  }
  return (
    <Section title={t(`payments.sections.${name}`)}>
      {rows?.length === 0 && <Note>{t(`payments.none.${name}`)}</Note>}
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
      ) : query.error ? (
        <LoadError query={query} />
      ) : (
        <Skeleton className="mx-6 my-4 h-5" />
      )}
    </Section>
  )
}
