import { useCallback, useEffect, useRef } from "react"
import { type To, useSearchParams } from "react-router-dom"

/** The drawers, by their names in the URL. */
export type DrawerName = "exception" | "refund" | "webhook"

/**
 * The row whose drawer is open, kept in the URL so that links lead to it and
 * the back button closes it. `open` and `close` are stable functions.
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

/** The current URL with a row's drawer open. */
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
