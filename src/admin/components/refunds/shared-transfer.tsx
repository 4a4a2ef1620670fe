import { Checkbox, Label } from "@medusajs/ui"
import { useId } from "react"
import { Controller } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { codeOf, type RequestError } from "../../lib/sdk"

/**
 * Confirms that a transfer paid another refund too, once it was refused for
 * that. A new refusal has to be confirmed again.
 */
export function SharedTransfer({ error }: { error: Error | null }) {
  const { t } = useTranslation("stablecoin")
  const id = useId()
  if (codeOf(error) !== "hash_used") {
    return null
  }
  return (
    <Controller
      name="shared_transfer"
      shouldUnregister
      render={({ field }) => (
        <div className="flex items-center gap-x-2">
          <Checkbox
            id={id}
            ref={field.ref}
            checked={field.value === true}
            onCheckedChange={field.onChange}
          />
          <Label htmlFor={id} size="small">
            {t("refunds.sent.shared", {
              ...(error as RequestError).body?.params,
            })}
          </Label>
        </div>
      )}
    />
  )
}
