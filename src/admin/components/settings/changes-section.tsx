import { Button, Text } from "@medusajs/ui"
import { keepPreviousData } from "@tanstack/react-query"
import { useState } from "react"
import type { AdminSettingChangesResponse } from "../../../http-types"
import { useRead } from "../../lib/read"
import { SETTINGS_PATH } from "../../lib/settings"
import { useFieldName } from "../../lib/use-field-name"
import { useTexts } from "../../lib/use-texts"
import { LoadError } from "../query-states"
import { Nothing, Section } from "../section"

const PAGE = 5

/** Lists changes of settings, with user and time. */
export function ChangesSection() {
  const { t, dateTime } = useTexts()
  const fieldName = useFieldName()
  const [limit, setLimit] = useState(PAGE)
  const { data, error, refetch, isFetching } =
    useRead<AdminSettingChangesResponse>(`${SETTINGS_PATH}/changes`, {
      query: { limit, offset: 0 },
      placeholderData: keepPreviousData,
    })
  return (
    <Section title={t("settings.changes.title")}>
      {error && !data && (
        <LoadError error={error} onRetry={() => void refetch()} />
      )}
      {data?.changes.length === 0 && (
        <Nothing>{t("settings.changes.none")}</Nothing>
      )}
      {data && data.changes.length > 0 && (
        <ol className="divide-y">
          {data.changes.map((change) => (
            <li key={change.id} className="flex flex-col gap-y-1 px-6 py-3">
              <Text size="small" leading="compact">
                {change.fields.map(fieldName).join(", ")}
              </Text>
              <Text
                size="xsmall"
                leading="compact"
                className="text-ui-fg-subtle"
              >
                {t("settings.changes.by", {
                  who: change.actor ?? t("settings.changes.gone"),
                  when: dateTime(change.created_at),
                })}
              </Text>
            </li>
          ))}
        </ol>
      )}
      {data && data.count > data.changes.length && (
        <div className="px-6 py-3">
          <Button
            size="small"
            variant="transparent"
            isLoading={isFetching}
            onClick={() => setLimit(limit + 4 * PAGE)}
          >
            {t("settings.changes.more")}
          </Button>
        </div>
      )}
    </Section>
  )
}
