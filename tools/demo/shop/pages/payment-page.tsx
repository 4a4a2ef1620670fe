import { StablecoinPayment } from "medusa-payment-stablecoin-storefront/react"
import { Link, useNavigate, useParams } from "react-router-dom"
import { useBuyAgain } from "../cart/use-buy-again.ts"
import { START_OVER } from "../cart/use-start-over.ts"
import { Heading } from "../parts/heading.tsx"
import { Problem } from "../parts/problem.tsx"
import { useShop } from "../shop.ts"

/** The page to which the gateway returns the buyer, paid or not. */
export function PaymentPage() {
  const { session_id = "" } = useParams()
  const { sdk, texts, labels } = useShop()
  const navigate = useNavigate()
  const buyAgain = useBuyAgain()
  return (
    <section className="narrow">
      <Heading>{texts.yourPayment}</Heading>
      <div className="card">
        <StablecoinPayment
          key={session_id}
          store={sdk}
          labels={labels}
          sessionId={session_id}
          onPaid={({ id }) => void navigate(`/order/${id}`, { replace: true })}
          // An order that is already placed is paid on its own page.
          onChooseAgain={({ order_id }) =>
            void navigate(order_id ? `/order/${order_id}` : "/checkout", {
              state: START_OVER,
            })
          }
          onRestart={({ order_id }) => order_id && buyAgain.mutate(order_id)}
        />
      </div>
      {buyAgain.error && <Problem error={buyAgain.error} />}
      <p>
        <Link to="/">{texts.backToShop}</Link>
      </p>
    </section>
  )
}
