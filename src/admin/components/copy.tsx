import { SquareTwoStackMini } from "@medusajs/icons"
import { IconButton, toast, Tooltip } from "@medusajs/ui"
import { useTexts } from "../lib/use-texts"

/** Copies a text, and confirms it. Where the browser refuses, it is shown. */
export function useCopy(): (text: string, done?: string) => Promise<void> {
  const { t } = useTexts()
  return async (text, done = t("common.actions.copied")) => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(done)
    } catch {
      toast.error(t("common.errors.copy"), { description: text })
    }
  }
}

/**
 * Copies `text`.
 *
 * @param what the accessible name, such as "transaction hash"
 */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useTexts()
  const copy = useCopy()
  const label = t("common.actions.copy", { what })
  return (
    <Tooltip content={label}>
      <IconButton
        type="button"
        size="2xsmall"
        variant="transparent"
        aria-label={label}
        onClick={(event) => {
          event.stopPropagation()
          void copy(text)
        }}
      >
        <SquareTwoStackMini className="text-ui-fg-subtle" />
      </IconButton>
    </Tooltip>
  )
}
