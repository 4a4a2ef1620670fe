import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
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
// The demo's store answers without a network too. Pages read when they open, and
// never show what an earlier visit read.
const client = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      retry: false,
      gcTime: 0,
      refetchOnWindowFocus: false,
    },
    mutations: { networkMode: "always" },
  },
})
document.documentElement.lang = shop.texts.locale
const root = document.getElementById("shop")
if (!root) {
  throw new Error("The page has no place for the shop.")
}
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <ShopContext.Provider value={shop}>
        <CartProvider>
          <BrowserRouter>
            <App />
          </BrowserRouter>
        </CartProvider>
      </ShopContext.Provider>
    </QueryClientProvider>
  </StrictMode>
)
