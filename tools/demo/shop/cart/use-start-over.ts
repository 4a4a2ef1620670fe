import { useEffect, useState } from "react"
import { useLocation, useNavigate } from "react-router-dom"

/**
 * The state of a link for buyers who want to pay another way than the waiting
 * payment.
 */
export const START_OVER = "start over"

/** Whether the link that led here has this state. */
export function useStartOver(): boolean {
  const navigate = useNavigate()
  const [startOver] = useState(useLocation().state === START_OVER)

  useEffect(() => {
    if (startOver) {
      // Read only once. After a reload, the payment started here is the one
      // that waits.
      void navigate(".", { replace: true })
    }
  }, [navigate, startOver])

  return startOver
}
