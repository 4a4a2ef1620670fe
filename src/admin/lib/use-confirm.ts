import { usePrompt } from "@medusajs/ui"
import type { AdminSettingsConflict } from "../../http-types"
import type { Rail } from "../../ledger/rails"
import { useTexts } from "./use-texts"

/** The key of a question's `title`, `text`, `yes` and `no`. */
export type Question =
  | `settings.confirm.${AdminSettingsConflict["code"]}`
  | "settings.accountRemoval"
  | "settings.webhookSecrets.removal"
  | `payments.cancel.${Rail}`

/** Explains the consequences of an action, and returns whether it is confirmed. */
export function useConfirm() {
  const { t } = useTexts()
  const prompt = usePrompt()
  return (
    question: Question,
    values: { rail?: string; reason?: string; other?: string }
  ) =>
    prompt({
      title: t(`${question}.title`, values),
      description: t(`${question}.text`, values),
      confirmText: t(`${question}.yes`, values),
      cancelText: t(`${question}.no`, values),
      variant:
        question === "settings.confirm.changed" ? "confirmation" : "danger",
    })
}
