import { Heading, Tabs } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { formatJson } from "./format-json"
import { CopyButton } from "../copy-button"

/** A webhook's body, both formatted and exactly as signed. */
export function Payload({ body }: { body: string }) {
  const { t } = useTranslation("stablecoin")
  const pretty = formatJson(body)
  const what = t("webhooks.payload")
  return (
    <section className="px-6 py-4">
      <Tabs defaultValue={pretty === null ? "raw" : "pretty"}>
        <div className="flex items-center justify-between gap-x-4 pb-3">
          <div className="flex items-center gap-x-1">
            <Heading level="h2">{what}</Heading>
            <CopyButton text={body} what={what} />
          </div>
          {pretty !== null && (
            <Tabs.List>
              <Tabs.Trigger value="pretty">
                {t("webhooks.view.pretty")}
              </Tabs.Trigger>
              <Tabs.Trigger value="raw">{t("webhooks.view.raw")}</Tabs.Trigger>
            </Tabs.List>
          )}
        </div>
        {pretty === null ? (
          <p className="txt-small text-ui-fg-subtle pb-2">
            {t("webhooks.notJson")}
          </p>
        ) : (
          <Tabs.Content value="pretty">
            <Text text={pretty} />
          </Tabs.Content>
        )}
        <Tabs.Content value="raw">
          <Text text={body} />
        </Tabs.Content>
      </Tabs>
    </section>
  )
}

/** Focusable, because a scrollable element must be reachable by keyboard. */
function Text({ text }: { text: string }) {
  const { t } = useTranslation("stablecoin")
  return (
    <pre
      tabIndex={0}
      aria-label={t("webhooks.payload")}
      className="bg-ui-bg-subtle txt-compact-small text-ui-fg-base focus-visible:shadow-borders-focus max-h-96 overflow-auto whitespace-pre-wrap break-all rounded-md border p-3 font-mono outline-none"
    >
      {text}
    </pre>
  )
}
