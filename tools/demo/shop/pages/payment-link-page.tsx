import { useQuery } from "@tanstack/react-query"
import { listPayments } from "medusa-payment-stablecoin-storefront"
import { StablecoinPayment } from "medusa-payment-stablecoin-storefront/react"
import { useState } from "react"
import { Link, Navigate, useParams, useSearchParams } from "react-router-dom"
import { readRest } from "../cart/placed-order.ts"
import { Heading } from "../parts/heading.tsx"
import { Problem } from "../parts/problem.tsx"
import { Totals } from "../parts/totals.tsx"
import { Waiting } from "../parts/waiting.tsx"
import { isNotFound, useShop } from "../shop.ts"
import { NotFoundPage } from "./not-found-page.tsx"

/**
 * Where the admin's "Copy payment link" leads: what is left to pay of an order,
 * such as after the merchant has edited it. Otherwise leads to the order, whose
 * page names all money of it.
 */
export function PaymentLinkPage() {
  const { sdk, texts, labels } = useShop()
  const [query] = useSearchParams()
  const { id = "" } = useParams()
  const orderId = query.get("order_id") ?? ""
  const session = query.get("session_id")
  const [isPaid, setPaid] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ["payment link", id, orderId, session],
    queryFn: async () => {
      const [{ order }, rest, { payments }] = await Promise.all([
        sdk.store.order.retrieve(orderId),
        readRest(sdk, id),
        listPayments(sdk, { order_id: orderId }),
      ])
      // Money in question may be for it.
      const followed =
        payments.find(({ in_question }) => in_question) ??
        payments.find(({ session_id }) => session_id === session)
      return { order, rest, followed }
    },
  })
  if (isNotFound(error)) {
    return <NotFoundPage what="order" />
  }
  if (error) {
    return <Problem error={error} retry={() => void refetch()} />
  }
  if (!data) {
    return <Waiting />
  }
  const { order, rest, followed } = data
  const isBeingCaptured =
    followed?.status === "paid" &&
    followed.in_question &&
    !followed.under_review
  if (isPaid || (!rest && !isBeingCaptured)) {
    return <Navigate replace to={`/order/${order.id}`} />
  }
  const number = order.display_id ?? 0
  // The gateway returns the buyer to this page.
  const returnUrl = `${location.origin}/payment-collection/${id}?order_id=${order.id}&session_id={session_id}`
  return (
    <section className="narrow">
      <Heading>
        {rest && rest.amount === order.total
          ? texts.payOrder(number)
          : texts.rest(number)}
      </Heading>
      <div className="card">
        <StablecoinPayment
          store={sdk}
          labels={labels}
          paymentCollectionId={id}
          sessionId={followed?.session_id ?? session ?? undefined}
          successUrl={returnUrl}
          cancelUrl={returnUrl}
          onPaid={() => setPaid(true)}
        />
      </div>
      <div className="card">
        <Totals of={order} />
      </div>
      <p>
        <Link to="/">{texts.backToShop}</Link>
      </p>
    </section>
  )
}
