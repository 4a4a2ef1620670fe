"use client"

import type { ReactElement } from "react"
import type { Status, Tone } from "./texts.ts"

const SHAPES: Record<Tone, string> = {
  neutral: "M12 7v5l3 2",
  success: "m8 12.5 2.8 2.8L16 9.5",
  warning: "M12 7.5v5.5m0 3v.1",
  danger: "m9 9 6 6m0-6-6 6",
}

/**
 * The live region with the payment's status. Stays mounted, so that screen
 * readers announce each change.
 */
export function StatusRegion({
  status,
}: {
  status: Status | null
}): ReactElement {
  return (
    <div className="stablecoin-status" role="status" data-tone={status?.tone}>
      {status?.title && (
        <p className="stablecoin-title">
          <svg
            className="stablecoin-icon"
            width="20"
            height="20"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <circle cx="12" cy="12" r="9" />
            <path d={SHAPES[status.tone]} />
          </svg>{" "}
          {status.title}
        </p>
      )}
      {status?.text && <p className="stablecoin-text">{status.text}</p>}
    </div>
  )
}
