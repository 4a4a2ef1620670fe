import { Badge, Table, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminCurrenciesResponse } from "../../../http-types"
import { useRead } from "../../lib/read"
import { isInConfig, type Settings } from "../../lib/settings"
import { CoinWarnings } from "./coin-warnings"
import { CurrenciesForm } from "./currencies-form"
import { EditableSection } from "./editable-section"
import { HostedCurrencies } from "./hosted-currencies"
import { SourceBadge } from "./setting-row"

/**
 * The coins in which a cart may be paid, next to those that the gateway
 * accepts.
 */
export function CurrenciesSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation("stablecoin")
  const { currencies } = settings.general
  const { data } = useRead<AdminCurrenciesResponse>(
    "/admin/stablecoin/currencies"
  )
  const accepted = data?.currencies
  const title = t("settings.currencies.title")
  const rows = Object.entries(currencies.value ?? {})
  const codes = accepted?.hosted?.map(({ code }) => code)
  return (
    <EditableSection
      title={title}
      text={t("settings.currencies.text")}
      isReadOnly={isInConfig(currencies)}
      actions={<SourceBadge source={currencies.source} />}
      form={(onClose) => (
        <CurrenciesForm {...{ settings, onClose }} accepted={codes} />
      )}
    >
      {currencies.problem && (
        <Text size="small" className="text-ui-fg-error px-6 py-3">
          {currencies.problem}
        </Text>
      )}
      <Table aria-label={title}>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>{t("settings.currencies.cart")}</Table.HeaderCell>
            <Table.HeaderCell>
              {t("settings.currencies.coins")}
            </Table.HeaderCell>
          </Table.Row>
        </Table.Header>
        <Table.Body className="border-b-0">
          {rows.map(([code, coins]) => (
            <Table.Row key={code} className="last:border-b-0">
              <Table.Cell className="text-ui-fg-base">
                {code.toUpperCase()}
              </Table.Cell>
              <Table.Cell>
                <span className="flex flex-wrap items-center gap-2">
                  {coins.map((coin, index) => (
                    <span key={coin} className="flex items-center gap-x-1">
                      {coin}
                      {index === 0 && coins.length > 1 && (
                        <Badge size="2xsmall" color="blue">
                          {t("settings.currencies.default")}
                        </Badge>
                      )}
                    </span>
                  ))}
                </span>
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
      <div className="flex flex-col gap-y-3 px-6 py-4 empty:hidden">
        <CoinWarnings currencies={currencies.value ?? {}} accepted={codes} />
      </div>
      {accepted && (
        <div className="text-ui-fg-subtle txt-compact-small flex flex-col gap-y-2 px-6 py-4">
          <span className="txt-compact-small-plus">
            {t("settings.currencies.hostedTakes")}
          </span>
          {accepted.hosted ? (
            <HostedCurrencies currencies={accepted.hosted} />
          ) : (
            <span>
              {accepted.hosted_problem ?? t("settings.currencies.noListing")}
            </span>
          )}
        </div>
      )}
    </EditableSection>
  )
}
