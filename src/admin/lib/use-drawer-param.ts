import { useCallback, useEffect, useRef } from "react"
import { type To, useSearchParams } from "react-router-dom"

/** Drawers by the name that the address gives them. */
export type DrawerName = "exception" | "refund" | "webhook"

/**
 * Which row's drawer is open, kept in the address: so that links lead to it,
 * and the back button closes it. `open` and `close` stay the same functions.
 */
export function useDrawerParam(name: DrawerName) {
  const [params, setParams] = useSearchParams()
  const latest = useRef(setParams)
  useEffect(() => {
    latest.current = setParams
  }, [setParams])

  const open = useCallback(
    (id: string) => latest.current((current) => withDrawer(current, name, id)),
    [name]
  )
  const close = useCallback(
    () => latest.current((current) => withDrawer(current, name, null)),
    [name]
  )
  return { id: params.get(name), open, close }
}

/** Where one is, with a row's drawer open. */
export function useDrawerAddress(name: DrawerName, id: string): To {
  const [params] = useSearchParams()
  return { search: withDrawer(params, name, id).toString() }
}

function withDrawer(
  params: URLSearchParams,
  name: DrawerName,
  id: string | null
): URLSearchParams {
  const next = new URLSearchParams(params)
  if (id) {
    next.set(name, id)
  } else {
    next.delete(name)
  }
  return next
}
