import { ChevronDownMini } from "@medusajs/icons"
import { Button, DropdownMenu, IconButton, toast } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { EXPORT_FORMATS, type ExportFormat } from "../../../http-types"
import { rememberedFormat, rememberFormat } from "../../lib/export-format"
import { sdk } from "../../lib/sdk"
import { useMessage } from "../../lib/use-message"
import type { ExportedName } from "./resources"
import type { ListQuery } from "./use-list-state"

type ExportButtonProps = { resource: ExportedName; query: ListQuery }

/**
 * Downloads all rows of a list, with its search, filters and order, in the
 * format that was chosen last. Its menu downloads them in another one.
 */
export function ExportButton({ resource, query }: ExportButtonProps) {
  const { t } = useTranslation("stablecoin")
  const message = useMessage()
  const [remembered, setRemembered] = useState(rememberedFormat)
  const { mutate, isPending } = useMutation({
    mutationFn: async (format: ExportFormat) => {
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
  const choose = (format: ExportFormat) => {
    rememberFormat(format)
    setRemembered(format)
    mutate(format)
  }
  return (
    <div className="flex shrink-0 items-center">
      <Button
        size="small"
        variant="secondary"
        className="rounded-r-none"
        isLoading={isPending}
        onClick={() => mutate(remembered)}
      >
        {t("common.table.export")}
      </Button>
      <DropdownMenu>
        <DropdownMenu.Trigger asChild>
          <IconButton
            size="small"
            className="rounded-l-none"
            disabled={isPending}
            aria-label={t("common.table.fileFormat")}
          >
            <ChevronDownMini />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Content align="end">
          <DropdownMenu.Label className="px-2 py-1.5">
            {t("common.table.fileFormat")}
          </DropdownMenu.Label>
          <DropdownMenu.RadioGroup value={remembered}>
            {EXPORT_FORMATS.map((format) => (
              <DropdownMenu.RadioItem
                key={format}
                value={format}
                className="gap-x-4"
                onSelect={() => choose(format)}
              >
                {t(`common.exportFormat.${format}.name`)}
                <DropdownMenu.Hint className="tracking-normal">
                  {t(`common.exportFormat.${format}.example`)}
                </DropdownMenu.Hint>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu>
    </div>
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
