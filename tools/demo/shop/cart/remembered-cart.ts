const KEY = "shop.cart_id"

/**
 * The cart's id, kept across reloads and shared by all tabs of this browser.
 */
export const rememberedCart = {
  read: (): string | null => localStorage.getItem(KEY),

  write(id: string | null): void {
    if (id === null) {
      localStorage.removeItem(KEY)
    } else {
      localStorage.setItem(KEY, id)
    }
  },

  /**
   * Listens for changes by other tabs.
   *
   * @returns a function that stops listening
   */
  listen(changed: (id: string | null) => void): () => void {
    const onStorage = (event: StorageEvent): void => {
      if (event.key === KEY) {
        changed(event.newValue)
      }
    }
    window.addEventListener("storage", onStorage)
    return () => window.removeEventListener("storage", onStorage)
  },
}
