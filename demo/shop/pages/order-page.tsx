import { useCallback, useEffect, useState } from "react"
import { Link, useParams } from "react-router-dom"
import { useCart } from "../cart/cart-context.ts"
import { type PlacedOrder, readPlacedOrder } from "../cart/placed-order.ts"
import { useBuyAgain } from "../cart/use-buy-again.ts"
import { Heading } from "../parts/heading.tsx"
import { Problem } from "../parts/problem.tsx"
import { Totals } from "../parts/totals.tsx"
import { UnpaidOrder } from "../parts/unpaid-order.tsx"
import { useLoaded } from "../parts/use-loaded.ts"
import { Waiting } from "../parts/waiting.tsx"
import { isNotFound, type Order, useShop } from "../shop.ts"
import { NotFoundPage } from "./not-found-page.tsx"

/** A placed order: paid, unpaid or cancelled. */
export function OrderPage() {
  const { id = "" } = useParams()
  const { sdk } = useShop()
  const { orderedCartId, reload, forget } = useCart()
  const { data, error, retry } = useLoaded(
    useCallback(async () => await readPlacedOrder(sdk, id), [id, sdk])
  )

  useEffect(() => {
    // The payment has ordered the cart without this page.
    void reload()
  }, [reload])

  useEffect(() => {
    // The cart of another order may still wait for its payment.
    if (
      orderedCartId &&
      data?.cartId === orderedCartId &&
      data.state !== "unpaid"
    ) {
      forget()
    }
  }, [data, forget, orderedCartId])

  if (isNotFound(error)) {
    return <NotFoundPage what="order" />
  }
  if (error) {
    return <Problem error={error} retry={retry} />
  }
  return data ? <Placed of={data} onPaid={retry} /> : <Waiting />
}

function Placed({
  of: { order, cartId, state },
  onPaid,
}: {
  of: PlacedOrder
  onPaid: () => void
}) {
  const { adminUrl } = useShop()
  return (
    <section className="narrow">
      {state === "cancelled" ? (
        <Cancelled order={order} />
      ) : state === "unpaid" && cartId ? (
        <UnpaidOrder order={order} cartId={cartId} onPaid={onPaid} />
      ) : (
        <Confirmation order={order} />
      )}
      <div className="card">
        <Totals of={order} />
      </div>
      <p className="row spread">
        <Link to="/">Back to the shop</Link>
        <a href={adminUrl(order.id)}>See it as the merchant</a>
      </p>
    </section>
  )
}

function Confirmation({ order }: { order: Order }) {
  const { first_name, last_name, address_1, postal_code, city } =
    order.shipping_address ?? {}
  return (
    <>
      <Heading>{`Thank you for your order #${order.display_id}`}</Heading>
      <p className="muted">
        It goes to {first_name} {last_name}, {address_1}, {postal_code} {city}.
        We write to {order.email} when it is on its way.
      </p>
    </>
  )
}

function Cancelled({ order }: { order: Order }) {
  const buyAgain = useBuyAgain()
  const [problem, setProblem] = useState<unknown>()
  return (
    <>
      <Heading>{`Order #${order.display_id} was cancelled`}</Heading>
      <p className="muted">
        Nothing is shipped, and there is nothing left to pay. If you have sent
        coins for it, don't pay again: the shop gets in touch with you.
      </p>
      {problem !== undefined && <Problem error={problem} />}
      <p>
        <button
          type="button"
          className="main"
          onClick={() => void buyAgain(order.id).catch(setProblem)}
        >
          Put the same into a new cart
        </button>
      </p>
    </>
  )
}
