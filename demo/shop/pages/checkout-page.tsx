import { StablecoinPayment } from "medusa-payment-stablecoin/storefront/react"
import { useEffect, useState } from "react"
import { Link, useLocation, useNavigate } from "react-router-dom"
import { useCart } from "../cart/cart-context.ts"
import { isReady, makeReady } from "../cart/delivery.ts"
import { OrderedCart } from "../cart/ordered-cart.tsx"
import { DeliverySection } from "../parts/delivery-section.tsx"
import { Heading } from "../parts/heading.tsx"
import { Problem } from "../parts/problem.tsx"
import { Totals } from "../parts/totals.tsx"
import { Waiting } from "../parts/waiting.tsx"
import { type Cart, useShop } from "../shop.ts"

/** What a link to this page carries for who wants to pay otherwise than by what waits. */
export const START_ANEW = "start anew"

/** Where it goes, how it is paid. */
export function CheckoutPage() {
  const { cart, orderedCartId, problem, reload } = useCart()
  if (problem) {
    return <Problem error={problem} retry={() => void reload()} />
  }
  if (orderedCartId) {
    return <OrderedCart cartId={orderedCartId} />
  }
  if (cart === undefined) {
    return <Waiting />
  }
  if (!cart?.items?.length) {
    return (
      <section className="narrow">
        <Heading>Checkout</Heading>
        <p className="muted">There is nothing in your cart yet.</p>
        <Link className="button main" to="/">
          To the shop
        </Link>
      </section>
    )
  }
  return (
    <>
      <Heading>Checkout</Heading>
      <div className="checkout">
        <div>
          <DeliverySection cart={cart} />
          <Payment cart={cart} />
        </div>
        <aside className="card" aria-label="Your order">
          <Totals of={cart} />
          <Link to="/cart">Change the cart</Link>
        </aside>
      </div>
    </>
  )
}

function Payment({ cart }: { cart: Cart }) {
  const { sdk, returnUrl } = useShop()
  const { change } = useCart()
  const navigate = useNavigate()
  const [startAnew] = useState(useLocation().state === START_ANEW)
  const [problem, setProblem] = useState<unknown>()
  const ready = isReady(cart)

  useEffect(() => {
    if (startAnew) {
      // It is said once: after a reload, what was started from here waits.
      void navigate(".", { replace: true })
    }
  }, [navigate, startAnew])

  useEffect(() => {
    if (!ready) {
      change(() => makeReady(sdk, cart)).catch(setProblem)
    }
  }, [cart, change, ready, sdk])

  return (
    <section className="card" aria-labelledby="payment">
      <h2 id="payment">Payment</h2>
      {problem !== undefined && <Problem error={problem} />}
      {ready && (
        <StablecoinPayment
          // Another total is another payment, with other options.
          key={cart.total}
          store={sdk}
          cartId={cart.id}
          startAnew={startAnew}
          successUrl={returnUrl}
          cancelUrl={returnUrl}
          onPaid={({ id }) => void navigate(`/order/${id}`, { replace: true })}
        />
      )}
    </section>
  )
}
