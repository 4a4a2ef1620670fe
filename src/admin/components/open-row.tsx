import type { ReactNode } from "react"

/** The first cell of a row that opens a drawer: by keyboard too, and plain to the eye. */
export function OpenRow({
  label,
  onOpen,
  children,
}: {
  /** What it opens, in words. */
  label: string
  onOpen: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onOpen}
      className="text-ui-fg-base focus-visible:shadow-borders-focus rounded-sm text-left font-medium outline-none"
    >
      {children}
    </button>
  )
}
