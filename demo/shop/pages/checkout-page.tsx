import { StablecoinPayment } from "medusa-payment-stablecoin/storefront/react"
import { useEffect, useState } from "react"
import { Link, useNavigate } from "react-router-dom"
import { useCart } from "../cart/cart-context.ts"
import { isReady, makeReady } from "../cart/delivery.ts"
import { FilledCart } from "../cart/filled-cart.tsx"
import { useStartOver } from "../cart/use-start-over.ts"
import { DeliverySection } from "../parts/delivery-section.tsx"
import { Heading } from "../parts/heading.tsx"
import { Problem } from "../parts/problem.tsx"
import { Totals } from "../parts/totals.tsx"
import { type Cart, useShop } from "../shop.ts"

/** The delivery address and the payment. */
export function CheckoutPage() {
  return (
    <FilledCart title="Checkout">
      {(cart) => <Checkout cart={cart} />}
    </FilledCart>
  )
}

function Checkout({ cart }: { cart: Cart }) {
  const [editing, setEditing] = useState(false)
  return (
    <>
      <Heading>Checkout</Heading>
      <div className="checkout">
        <aside className="card" aria-label="Your order">
          <Totals of={cart} />
          <Link to="/cart">Change the cart</Link>
        </aside>
        <div>
          <DeliverySection
            cart={cart}
            editing={editing}
            onEditing={setEditing}
          />
          <Payment cart={cart} open={!editing} />
        </div>
      </div>
    </>
  )
}

function Payment({ cart, open }: { cart: Cart; open: boolean }) {
  const { sdk, returnUrl } = useShop()
  const { change } = useCart()
  const navigate = useNavigate()
  const startOver = useStartOver()
  const [problem, setProblem] = useState<unknown>()
  const ready = isReady(cart)

  useEffect(() => {
    if (!ready) {
      change(() => makeReady(sdk, cart)).catch(setProblem)
    }
  }, [cart, change, ready, sdk])

  return (
    <section className="card" aria-labelledby="payment">
      <h2 id="payment">Payment</h2>
      {problem !== undefined && <Problem error={problem} />}
      {!open && (
        <p className="muted">Save the address first: then you can pay.</p>
      )}
      {ready && (
        // Kept mounted, so that the selection survives saving the address.
        <div hidden={!open}>
          <StablecoinPayment
            // Another total needs another payment, with other options.
            key={cart.total}
            store={sdk}
            cartId={cart.id}
            startOver={startOver}
            successUrl={returnUrl}
            cancelUrl={returnUrl}
            onPaid={({ id }) =>
              void navigate(`/order/${id}`, { replace: true })
            }
          />
        </div>
      )}
    </section>
  )
}
