import {
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { type Cart, isNotFound, useShop } from "../shop.ts"
import { CartContext, type CartState } from "./cart-context.ts"

/** Where the cart's id survives reloads, for all tabs of this browser. */
const KEY = "shop.cart_id"

/** Provides the cart, in sync with the store and with other tabs. */
export function CartProvider({ children }: { children: ReactNode }) {
  const { sdk, regionId } = useShop()
  const { cart: carts } = sdk.store
  const [cart, setCart] = useState<Cart | null>()
  const [problem, setProblem] = useState<unknown>()
  // The latest id, also for callbacks created earlier.
  const id = useRef(localStorage.getItem(KEY))

  const keep = useCallback((now: Cart | null): void => {
    id.current = now?.id ?? null
    if (now) {
      localStorage.setItem(KEY, now.id)
    } else {
      localStorage.removeItem(KEY)
    }
    setCart(now)
    setProblem(undefined)
  }, [])

  const reload = useCallback(async (): Promise<void> => {
    const requested = id.current
    if (requested === null) {
      keep(null)
      return
    }
    try {
      const answer = await carts.retrieve(requested)
      if (requested === id.current) {
        setCart(answer.cart)
        setProblem(undefined)
      }
    } catch (error) {
      if (requested !== id.current) {
        return
      }
      if (isNotFound(error)) {
        keep(null)
      } else {
        setProblem(error)
      }
    }
  }, [carts, keep])

  useEffect(() => {
    const reloadIfVisible = (): void => {
      if (document.visibilityState === "visible") {
        void reload()
      }
    }
    const followOtherTab = ({ key, newValue }: StorageEvent): void => {
      if (key === KEY) {
        // Another tab forgets the cart after ordering it. Reading it again leads
        // this tab to the order.
        id.current = newValue ?? id.current
        void reload()
      }
    }
    void reload()
    const unmounted = new AbortController()
    const { signal } = unmounted
    window.addEventListener("storage", followOtherTab, { signal })
    // A payment may have ordered the cart while the page was hidden. `pageshow`
    // fires on return from the gateway's page out of the browser's cache.
    document.addEventListener("visibilitychange", reloadIfVisible, { signal })
    window.addEventListener("pageshow", reloadIfVisible, { signal })
    return () => unmounted.abort()
  }, [reload])

  const state = useMemo((): CartState => {
    const isOrdered =
      cart?.completed_at || cart?.id !== localStorage.getItem(KEY)
    const open = cart && !isOrdered ? cart : null
    return {
      cart: cart === undefined ? undefined : open,
      orderedCartId: cart && isOrdered ? cart.id : null,
      problem,
      async add(wanted) {
        let filled: Cart
        if (open) {
          filled = open
          for (const item of wanted) {
            filled = (await carts.createLineItem(open.id, item)).cart
          }
        } else {
          filled = (await carts.create({ region_id: regionId, items: wanted }))
            .cart
        }
        keep(filled)
      },
      async setQuantity(lineId, quantity) {
        if (!open) {
          return
        }
        if (quantity > 0) {
          keep((await carts.updateLineItem(open.id, lineId, { quantity })).cart)
          return
        }
        await carts.deleteLineItem(open.id, lineId)
        await reload()
      },
      async change(call) {
        if (open) {
          keep((await call(open.id)).cart)
        }
      },
      reload,
      forget: () => keep(null),
    }
  }, [cart, carts, keep, problem, regionId, reload])

  return <CartContext.Provider value={state}>{children}</CartContext.Provider>
}
