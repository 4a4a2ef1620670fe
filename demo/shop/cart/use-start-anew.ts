import { useEffect, useState } from "react"
import { useLocation, useNavigate } from "react-router-dom"

/** What a link carries for who wants to pay otherwise than by what waits. */
export const START_ANEW = "start anew"

/** Whether the link that led here carries it. */
export function useStartAnew(): boolean {
  const navigate = useNavigate()
  const [startAnew] = useState(useLocation().state === START_ANEW)

  useEffect(() => {
    if (startAnew) {
      // It is said once: after a reload, what was started from here waits.
      void navigate(".", { replace: true })
    }
  }, [navigate, startAnew])

  return startAnew
}
