import { toast } from "@medusajs/ui"
import { useTexts } from "./use-texts"

/** Copies a link for the buyer. Where the browser refuses, it is shown. */
export function useCopyLink(): (link: string) => Promise<void> {
  const { t } = useTexts()
  return async (link) => {
    try {
      await navigator.clipboard.writeText(link)
      toast.success(t("payments.actions.linkCopied"))
    } catch {
      toast.error(t("common.errors.copy"), { description: link })
    }
  }
}
