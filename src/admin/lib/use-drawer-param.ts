import { useCallback, useEffect, useRef } from "react"
import { useSearchParams } from "react-router-dom"

/**
 * Which row's drawer is open, kept in the address: so that links lead to it,
 * and the back button closes it. `open` and `close` stay the same functions: a
 * table whose cells are made anew would lose the focus that is to come back.
 */
export function useDrawerParam(name: "exception" | "refund" | "delivery") {
  const [params, setParams] = useSearchParams()
  const latest = useRef(setParams)
  useEffect(() => {
    latest.current = setParams
  }, [setParams])

  const open = useCallback(
    (id: string) =>
      latest.current((current) => {
        const next = new URLSearchParams(current)
        next.set(name, id)
        return next
      }),
    [name]
  )
  const close = useCallback(
    () =>
      latest.current((current) => {
        const next = new URLSearchParams(current)
        next.delete(name)
        return next
      }),
    [name]
  )
  return { id: params.get(name), open, close }
}
