import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { Link, useParams } from "react-router-dom"
import { useCart } from "../cart/cart-context.ts"
import { type PlacedOrder, readPlacedOrder } from "../cart/placed-order.ts"
import { Heading } from "../parts/heading.tsx"
import { OrderPayment } from "../parts/order-payment.tsx"
import { PaidBy } from "../parts/paid-by.tsx"
import { Problem } from "../parts/problem.tsx"
import { Totals } from "../parts/totals.tsx"
import { Waiting } from "../parts/waiting.tsx"
import { isNotFound, type Order, useShop } from "../shop.ts"
import { NotFoundPage } from "./not-found-page.tsx"

/** A placed order: paid, unpaid or cancelled. */
export function OrderPage() {
  const { id = "" } = useParams()
  const { sdk } = useShop()
  const { cart, orderedCartId, reload, forget } = useCart()
  const knownCartId = cart?.id ?? orderedCartId
  const { data, error, refetch } = useQuery({
    queryKey: ["order", id],
    queryFn: async () => await readPlacedOrder(sdk, id),
  })
  const retry = (): void => void refetch()

  useEffect(() => {
    // The payment has ordered the cart without this page.
    void reload()
  }, [reload])

  useEffect(() => {
    // The cart of another order may still wait for its payment.
    if (
      knownCartId &&
      data?.cartId === knownCartId &&
      data.state !== "unpaid"
    ) {
      forget()
    }
  }, [data, forget, knownCartId])

  if (isNotFound(error)) {
    return <NotFoundPage what="order" />
  }
  if (error) {
    return <Problem error={error} retry={retry} />
  }
  return data ? <Placed of={data} onPaid={retry} /> : <Waiting />
}

function Placed({
  of: { order, cartId, state, payment, payments, paidOtherwise, rests, due },
  onPaid,
}: {
  of: PlacedOrder
  onPaid: () => void
}) {
  const { adminUrl, money, texts } = useShop()
  const number = order.display_id ?? 0
  // Money in question may be for it.
  const payable = payment?.in_question ? [] : rests
  return (
    <section className="narrow">
      {state === "placed" ? (
        <Confirmation order={order} />
      ) : (
        <Heading>
          {state === "unpaid" ? texts.unpaid(number) : texts.cancelled(number)}
        </Heading>
      )}
      {payment && (state !== "placed" || payment.in_question) && (
        <OrderPayment
          order={order}
          {...(state === "unpaid"
            ? { cartId, onPaid }
            : { sessionId: payment.session_id })}
        />
      )}
      <div className="card">
        <Totals of={order} />
        {state !== "unpaid" && (
          <PaidBy
            payments={payments}
            otherwise={paidOtherwise}
            named={state === "cancelled" ? payment : undefined}
          />
        )}
      </div>
      {payable.map(({ id, amount, currency_code }) => (
        <p key={id}>
          <Link to={`/payment-collection/${id}?order_id=${order.id}`}>
            {amount < order.total
              ? texts.payRest(money(amount, currency_code))
              : texts.pay(money(amount, currency_code))}
          </Link>
        </p>
      ))}
      {due && <p>{texts.due(money(Number(due.total), due.currency_code))}</p>}
      <p className="row spread">
        <Link to="/">{texts.backToShop}</Link>
        <a href={adminUrl(order.id)}>{texts.asMerchant}</a>
      </p>
    </section>
  )
}

function Confirmation({ order }: { order: Order }) {
  const { texts } = useShop()
  const { first_name, last_name, address_1, postal_code, city } =
    order.shipping_address ?? {}
  const isRefunded = order.payment_status === "refunded"
  return (
    <>
      <Heading>{texts.thanks(order.display_id ?? 0)}</Heading>
      {!isRefunded && order.shipping_address && (
        <p className="muted">
          {texts.shipTo(
            `${first_name} ${last_name}`,
            `${address_1}, ${postal_code} ${city}`
          )}{" "}
          {order.email && texts.emailWhenShipped(order.email)}
        </p>
      )}
    </>
  )
}
