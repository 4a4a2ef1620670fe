import { StablecoinPayment } from "medusa-payment-stablecoin-storefront/react"
import { useCallback, useState } from "react"
import { Link, useParams, useSearchParams } from "react-router-dom"
import { readRest, type Rest } from "../cart/placed-order.ts"
import { Heading } from "../parts/heading.tsx"
import { Problem } from "../parts/problem.tsx"
import { Totals } from "../parts/totals.tsx"
import { useLoaded } from "../parts/use-loaded.ts"
import { Waiting } from "../parts/waiting.tsx"
import { isNotFound, type Order, useShop } from "../shop.ts"
import { NotFoundPage } from "./not-found-page.tsx"

/**
 * Where the admin's "Copy payment link" leads: what is left to pay of an order,
 * such as after the merchant has edited it.
 */
export function PaymentLinkPage() {
  const { sdk } = useShop()
  const [query] = useSearchParams()
  const { id = "" } = useParams()
  const orderId = query.get("order_id") ?? ""
  const { data, error, retry } = useLoaded(
    useCallback(async () => {
      const [{ order }, rest] = await Promise.all([
        sdk.store.order.retrieve(orderId),
        readRest(sdk, id),
      ])
      return { order, rest }
    }, [id, orderId, sdk])
  )
  if (isNotFound(error)) {
    return <NotFoundPage what="order" />
  }
  if (error) {
    return <Problem error={error} retry={retry} />
  }
  return data ? <PaymentOfRest {...data} /> : <Waiting />
}

function PaymentOfRest({
  order,
  rest,
}: {
  order: Order
  rest: Rest | undefined
}) {
  const { sdk, texts, labels } = useShop()
  const { id = "" } = useParams()
  const [query] = useSearchParams()
  const [isPaid, setPaid] = useState(false)
  const number = order.display_id ?? 0
  const isCancelled = order.status === "canceled"
  // The gateway returns the buyer to this page.
  const returnUrl = `${location.origin}/payment-collection/${id}?order_id=${order.id}&session_id={session_id}`
  return (
    <section className="narrow">
      {rest && !isPaid ? (
        <>
          <Heading>
            {rest.amount < order.total
              ? texts.rest(number)
              : texts.payOrder(number)}
          </Heading>
          <div className="card">
            <StablecoinPayment
              store={sdk}
              labels={labels}
              paymentCollectionId={id}
              sessionId={query.get("session_id") ?? undefined}
              successUrl={returnUrl}
              cancelUrl={returnUrl}
              onPaid={() => setPaid(true)}
            />
          </div>
        </>
      ) : (
        <Heading>
          {isCancelled ? texts.cancelled(number) : texts.restPaid(number)}
        </Heading>
      )}
      <div className="card">
        <Totals of={order} />
      </div>
      <p>
        <Link to="/">{texts.backToShop}</Link>
      </p>
    </section>
  )
}
