import { SquareTwoStackMini } from "@medusajs/icons"
import { IconButton, Tooltip } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useCopy } from "../lib/use-copy"

/**
 * Copies `text`.
 *
 * @param what the accessible name, such as "transaction hash"
 */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useTranslation("stablecoin")
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
