import { useCallback, useEffect } from "react"
import { Link, useNavigate, useParams } from "react-router-dom"
import { useCart } from "../cart/cart-context.ts"
import { wantedAgain } from "../cart/lines.ts"
import { Heading } from "../parts/heading.tsx"
import { Problem } from "../parts/problem.tsx"
import { Totals } from "../parts/totals.tsx"
import { useLoaded } from "../parts/use-loaded.ts"
import { Waiting } from "../parts/waiting.tsx"
import { type Order, useShop } from "../shop.ts"

/** The order, once it is placed. */
export function OrderPage() {
  const { id = "" } = useParams()
  const { sdk } = useShop()
  const { orderedCartId, reload, forget } = useCart()
  const { data, error, retry } = useLoaded(
    useCallback(
      async () => (await sdk.store.order.retrieve(id)).order,
      [id, sdk]
    )
  )

  useEffect(() => {
    // The payment has ordered the cart behind this page's back.
    void reload()
  }, [reload])

  useEffect(() => {
    if (orderedCartId) {
      forget()
    }
  }, [forget, orderedCartId])

  if (error) {
    return <Problem error={error} retry={retry} />
  }
  return data ? <Confirmation order={data} /> : <Waiting />
}

function Confirmation({ order }: { order: Order }) {
  const { adminUrl } = useShop()
  const cancelled = order.status === "canceled"
  return (
    <section className="narrow">
      <Heading>
        {cancelled
          ? `Order #${order.display_id} was cancelled`
          : `Thank you for your order #${order.display_id}`}
      </Heading>
      {cancelled ? (
        <BuyAgain order={order} />
      ) : (
        <p className="muted">
          It goes to {order.shipping_address?.first_name}{" "}
          {order.shipping_address?.last_name},{" "}
          {order.shipping_address?.address_1}, {order.shipping_address?.city}.
          We write to {order.email} when it is on its way.
        </p>
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

function BuyAgain({ order }: { order: Order }) {
  const { add } = useCart()
  const navigate = useNavigate()
  const fill = async (): Promise<void> => {
    await add(wantedAgain(order))
    await navigate("/checkout")
  }
  return (
    <p>
      <button type="button" className="main" onClick={() => void fill()}>
        Put the same into a new cart
      </button>
    </p>
  )
}
