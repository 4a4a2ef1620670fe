import { resumePayment } from "medusa-payment-stablecoin-storefront"
import { useEffect, useState } from "react"
import { useNavigate } from "react-router-dom"
import { Problem } from "../parts/problem.tsx"
import { Waiting } from "../parts/waiting.tsx"
import { useShop } from "../shop.ts"
import { useCart } from "./cart-context.ts"

/** Leads from an ordered cart to its order, or to its payment. */
export function OrderedCart({ cartId }: { cartId: string }) {
  const { sdk } = useShop()
  const { forget } = useCart()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<unknown>()

  useEffect(() => {
    const gone = new AbortController()
    resumePayment(sdk, { cart_id: cartId }, { signal: gone.signal })
      .then(async (payment) => {
        if (payment?.status === "paid" && payment.order_id) {
          await navigate(`/order/${payment.order_id}`, { replace: true })
        } else if (payment) {
          await navigate(`/payment/${payment.session_id}`, { replace: true })
        } else {
          forget()
        }
      })
      .catch((error: unknown) => {
        if (!gone.signal.aborted) {
          setProblem(error)
        }
      })
    return () => gone.abort()
  }, [cartId, forget, navigate, sdk])

  return problem ? <Problem error={problem} /> : <Waiting />
}
