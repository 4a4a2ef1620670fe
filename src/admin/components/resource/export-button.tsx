import { Button, toast } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { exportFormatFor } from "../../lib/format"
import { sdk } from "../../lib/sdk"
import { useMessage } from "../../lib/use-message"
import type { ExportedName } from "./resources"
import type { ListQuery } from "./use-list-state"

type ExportButtonProps = { resource: ExportedName; query: ListQuery }

/** Downloads all rows of a list, with its search, filters and order. */
export function ExportButton({ resource, query }: ExportButtonProps) {
  const { t } = useTranslation("stablecoin")
  const message = useMessage()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const format = exportFormatFor(navigator.language)
      // Fetched, since a link would neither send a token nor show an error.
      const response = await sdk.client.fetch<Response>(
        `/admin/stablecoin/${resource}/export`,
        {
          query: { ...query, limit: undefined, offset: undefined, format },
          headers: { accept: "text/csv" },
        }
      )
      const day = new Date().toISOString().slice(0, 10)
      saveFile(`stablecoin-${resource}-${day}.csv`, await response.blob())
    },
    onError: (error) => {
      toast.error(message(error), { duration: 10_000 })
    },
  })
  return (
    <Button
      size="small"
      variant="secondary"
      className="shrink-0"
      isLoading={isPending}
      onClick={() => mutate()}
    >
      {t("common.table.export")}
    </Button>
  )
}

/** Long enough for any browser to begin with the file. */
const KEPT_MS = 60_000

/** Has the browser save a file. */
function saveFile(name: string, content: Blob): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
