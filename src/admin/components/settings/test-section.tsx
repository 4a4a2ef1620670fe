import { Alert, Button } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useMessage } from "../../lib/use-message"

type TestSectionProps = {
  label: string
  test: { isPending: boolean; error: Error | null }
  onTest: () => void
  /** The results. */
  children: ReactNode
}

/** A button that runs a connection test, its results, and why it failed. */
export function TestSection({
  label,
  test,
  onTest,
  children,
}: TestSectionProps) {
  const message = useMessage()
  return (
    <div className="flex flex-col items-start gap-y-3">
      <Button
        type="button"
        size="small"
        variant="secondary"
        isLoading={test.isPending}
        onClick={onTest}
      >
        {label}
      </Button>
      {children}
      {test.error && (
        <Alert variant="error" role="alert">
          {message(test.error)}
        </Alert>
      )}
    </div>
  )
}
