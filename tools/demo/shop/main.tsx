import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { BrowserRouter } from "react-router-dom"
import { App } from "./app.tsx"
import { CartProvider } from "./cart/cart-provider.tsx"
import { openShop, ShopContext } from "./shop.ts"
import "./styles/base.css"
import "./styles/frame.css"
import "./styles/controls.css"
import "./styles/catalog.css"
import "./styles/cart.css"
import "./styles/payment.css"

const shop = await openShop()
document.documentElement.lang = shop.texts.locale
const root = document.getElementById("shop")
if (!root) {
  throw new Error("The page has no place for the shop.")
}
createRoot(root).render(
  <StrictMode>
    <ShopContext.Provider value={shop}>
      <CartProvider>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </CartProvider>
    </ShopContext.Provider>
  </StrictMode>
)
