import type { PriceSource } from "../../../pricing/settings"
import { sourceName, usePrices } from "../../lib/prices"
import { useSettings } from "../../lib/settings"
import { useTexts } from "../../lib/use-texts"
import { Note, Row, Rows } from "../section"
import { EditableSection } from "./editable-section"
import { linesOf, PriceSourcesForm } from "./price-sources-form"

export function PriceSourcesSection() {
  const { t } = useTexts()
  const { sources } = useSettings().pricing
  const listed = sources.value ?? []
  return (
    <EditableSection
      title={t("settings.sources.title")}
      text={t("settings.sources.text")}
      setting={sources}
      form={(onClose) => <PriceSourcesForm before={listed} {...{ onClose }} />}
    >
      {listed.length === 0 && <Note>{t("settings.sources.none")}</Note>}
      <Rows>
        {listed.map((source) => (
          <SourceRow key={idOf(source)} source={source} />
        ))}
      </Rows>
    </EditableSection>
  )
}

function idOf(source: PriceSource): string {
  return source.type === "http" ? source.name : source.type
}

function SourceRow({ source }: { source: PriceSource }) {
  const texts = useTexts()
  const { t, ago } = texts
  const name = idOf(source)
  const state = usePrices().sources?.find((each) => each.source === name)
  return (
    <Row label={sourceName(texts, name)}>
      {source.type === "fixed" ? (
        <span className="whitespace-pre-line">{linesOf(source.rates)}</span>
      ) : (
        <span className="flex flex-col gap-y-1">
          {source.url && <span className="break-all">{source.url}</span>}
          {state && (
            <span className={state.problem ? "text-ui-fg-error" : undefined}>
              {state.problem ??
                (state.fetched_at
                  ? t("settings.sources.read", { when: ago(state.fetched_at) })
                  : t("settings.sources.unread"))}
            </span>
          )}
        </span>
      )}
    </Row>
  )
}
