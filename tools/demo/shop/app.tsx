import { Link, Route, Routes } from "react-router-dom"
import { useShop } from "./shop.ts"
import { useCart } from "./cart/cart-context.ts"
import { count } from "./cart/lines.ts"
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
  const { cart } = useCart()
  const { texts } = useShop()
  const items = cart ? count(cart) : 0
  return (
    <header>
      <Link to="/" className="brand">
        Enamelware
      </Link>
      <nav aria-label={texts.shop}>
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
