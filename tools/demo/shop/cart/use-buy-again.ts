import { useNavigate } from "react-router-dom"
import { useShop } from "../shop.ts"
import { useCart } from "./cart-context.ts"
import { wantedAgain } from "./lines.ts"

/** Puts the items of an order into a cart, and continues to the checkout. */
export function useBuyAgain(): (orderId: string) => Promise<void> {
  const { sdk } = useShop()
  const { add } = useCart()
  const navigate = useNavigate()
  return async (orderId) => {
    const { order } = await sdk.store.order.retrieve(orderId)
    await add(wantedAgain(order))
    await navigate("/checkout")
  }
}
