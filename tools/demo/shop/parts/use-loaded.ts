import { useCallback, useEffect, useState } from "react"

export type Loaded<T> = {
  /** Undefined while loading. */
  data: T | undefined
  error: unknown
  retry: () => void
}

/**
 * Loads data when the page opens, and again when `load` changes.
 *
 * @param load memoized by useCallback
 */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ data?: T; error?: unknown }>({})
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let left = false
    load().then(
      (data) => {
        if (!left) {
          setState({ data })
        }
      },
      (error: unknown) => {
        if (!left) {
          setState({ error })
        }
      }
    )
    return () => {
      left = true
    }
  }, [load, attempt])

  const retry = useCallback(() => {
    setState({})
    setAttempt((before) => before + 1)
  }, [])

  return { data: state.data, error: state.error, retry }
}
