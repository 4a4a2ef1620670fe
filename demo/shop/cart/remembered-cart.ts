const KEY = "shop.cart_id"

/** The cart's id, which all tabs of this browser share and a reload survives. */
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
   * Hears of what another tab does with it.
   *
   * @returns how to stop
   */
  listen(changed: (id: string | null) => void): () => void {
    const hear = (event: StorageEvent): void => {
      if (event.key === KEY) {
        changed(event.newValue)
      }
    }
    window.addEventListener("storage", hear)
    return () => window.removeEventListener("storage", hear)
  },
}
