import { CheckCircleMiniSolid, SquareTwoStackMini } from "@medusajs/icons"
import { IconButton, Tooltip, toast } from "@medusajs/ui"
import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"

/** How long the button confirms the copy, in milliseconds. */
const SAID_FOR = 2000

/**
 * Copies `text`.
 *
 * @param what the accessible name, such as "transaction hash"
 */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useTranslation("stablecoin")
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) {
      return
    }
    const timer = setTimeout(() => setCopied(false), SAID_FOR)
    return () => clearTimeout(timer)
  }, [copied])

  const label = t("common.actions.copy", { what })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast.error(t("common.errors.copy"))
    }
  }
  return (
    <>
      <Tooltip content={copied ? t("common.actions.copied") : label}>
        <IconButton
          type="button"
          size="2xsmall"
          variant="transparent"
          aria-label={label}
          onClick={(event) => {
            event.stopPropagation()
            void copy()
          }}
        >
          {copied ? (
            <CheckCircleMiniSolid className="text-ui-fg-subtle" />
          ) : (
            <SquareTwoStackMini className="text-ui-fg-subtle" />
          )}
        </IconButton>
      </Tooltip>
      <span role="status" className="sr-only">
        {copied ? t("common.actions.copied") : ""}
      </span>
    </>
  )
}
