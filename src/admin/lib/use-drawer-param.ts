import { useCallback } from "react"
import { useSearchParams } from "react-router-dom"

/**
 * Which row's drawer is open, kept in the address: so that links lead to it,
 * and the back button closes it.
 */
export function useDrawerParam(name: "exception" | "refund" | "delivery") {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (id: string | null) =>
      setParams((current) => {
        const next = new URLSearchParams(current)
        if (id) {
          next.set(name, id)
        } else {
          next.delete(name)
        }
        return next
      }),
    [name, setParams]
  )
  return {
    id: params.get(name),
    open: (id: string) => set(id),
    close: () => set(null),
  }
}
