import { toast } from "@medusajs/ui"
import { useTexts } from "./use-texts"

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
