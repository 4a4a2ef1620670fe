import { Link, Route, Routes } from "react-router-dom"
import { REGION, useShop } from "./shop.ts"
import { useCart } from "./cart/cart-context.ts"
import { NotFoundPage } from "./pages/not-found-page.tsx"
import { CartPage } from "./pages/cart-page.tsx"
import { CheckoutPage } from "./pages/checkout-page.tsx"
import { OrderPage } from "./pages/order-page.tsx"
import { PaymentLinkPage } from "./pages/payment-link-page.tsx"
import { PaymentPage } from "./pages/payment-page.tsx"
import { ProductPage } from "./pages/product-page.tsx"

/** The layout of every page, and the routes. */
export function App() {
  const { texts } = useShop()
  return (
    <>
      <Top />
      <main>
        <Routes>
          <Route index element={<ProductPage />} />
          <Route path="cart" element={<CartPage />} />
          <Route path="checkout" element={<CheckoutPage />} />
          <Route path="payment/:session_id" element={<PaymentPage />} />
          <Route path="payment-collection/:id" element={<PaymentLinkPage />} />
          <Route path="order/:id" element={<OrderPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </main>
      <footer>{texts.footer}</footer>
    </>
  )
}

function Top() {
  const { cart, change } = useCart()
  const { sdk, texts, regions, regionId } = useShop()
  const items = (cart?.items ?? []).reduce(
    (sum, each) => sum + each.quantity,
    0
  )

  const choose = async (region_id: string): Promise<void> => {
    await change((id) => sdk.store.cart.update(id, { region_id }))
    localStorage.setItem(REGION, region_id)
    window.location.reload()
  }

  return (
    <header>
      <Link to="/" className="brand">
        Enamelware
      </Link>
      <nav aria-label={texts.shop}>
        <select
          aria-label={texts.region}
          value={regionId}
          onChange={({ target }) => void choose(target.value)}
        >
          {regions.map(({ id, name, currency_code }) => (
            <option key={id} value={id}>
              {name} ({currency_code.toUpperCase()})
            </option>
          ))}
        </select>
        <Link to="/cart">
          {texts.cart}
          {items > 0 && (
            <>
              {" "}
              <span className="badge">{items}</span>
            </>
          )}
        </Link>
      </nav>
    </header>
  )
}
