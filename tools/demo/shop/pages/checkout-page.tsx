import { StablecoinPayment } from "medusa-payment-stablecoin-storefront/react"
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
  const { texts } = useShop()
  return (
    <FilledCart title={texts.checkout}>
      {(cart) => <Checkout cart={cart} />}
    </FilledCart>
  )
}

function Checkout({ cart }: { cart: Cart }) {
  const { texts } = useShop()
  const [editing, setEditing] = useState(false)
  return (
    <>
      <Heading>{texts.checkout}</Heading>
      <div className="checkout">
        <aside className="card" aria-label={texts.yourOrder}>
          <Totals of={cart} />
          <Link to="/cart">{texts.changeCart}</Link>
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
  const { sdk, returnUrl, texts, labels } = useShop()
  const { change } = useCart()
  const navigate = useNavigate()
  const startOver = useStartOver()
  const [problem, setProblem] = useState<unknown>()
  const ready = isReady(cart)

  useEffect(() => {
    if (!ready) {
      change(() => makeReady(sdk, cart, texts)).catch(setProblem)
    }
  }, [cart, change, ready, sdk, texts])

  return (
    <section className="card" aria-labelledby="payment">
      <h2 id="payment">{texts.payment}</h2>
      {problem !== undefined && <Problem error={problem} />}
      {!open && <p className="muted">{texts.saveFirst}</p>}
      {ready && (
        // Kept mounted, so that the selection survives saving the address.
        <div hidden={!open}>
          <StablecoinPayment
            // Another total needs another payment, with other options.
            key={`${cart.total} ${cart.currency_code}`}
            store={sdk}
            labels={labels}
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
