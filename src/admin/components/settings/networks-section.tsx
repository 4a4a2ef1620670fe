import { CheckCircleSolid } from "@medusajs/icons"
import { Badge, StatusBadge, Table, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { CHAIN_INFO } from "../../../gateway/chains"
import { takesNewPayments } from "../../../settings/new-payments"
import { isInConfig, type Settings } from "../../lib/settings"
import { EditableSection } from "./editable-section"
import { NetworksForm } from "./networks-form"
import { SourceBadge } from "./setting-row"

/** The six networks, which of them buyers may choose, and the default. */
export function NetworksSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation("stablecoin")
  const { chains, default_chain } = settings.onchain
  const { value: accepts } = settings.general.accept_new_payments
  const title = t("settings.networks.title")
  const problem = chains.problem ?? default_chain.problem
  return (
    <EditableSection
      title={title}
      text={t("settings.networks.text")}
      isReadOnly={isInConfig(chains)}
      form={(onClose) => <NetworksForm settings={settings} onClose={onClose} />}
      actions={
        <>
          {accepts && !takesNewPayments(accepts, "onchain") && (
            <StatusBadge color="orange">
              {t("settings.noNewPayments")}
            </StatusBadge>
          )}
          <SourceBadge source={chains.source} />
        </>
      }
    >
      {problem && (
        <Text size="small" className="text-ui-fg-error px-6 py-3">
          {problem}
        </Text>
      )}
      <div className="overflow-x-auto">
        <Table aria-label={title}>
          <Table.Header>
            <Table.Row>
              <Table.HeaderCell>{t("settings.networks.name")}</Table.HeaderCell>
              <Table.HeaderCell>
                {t("settings.networks.chainId")}
              </Table.HeaderCell>
              <Table.HeaderCell>
                {t("settings.networks.explorer")}
              </Table.HeaderCell>
              <Table.HeaderCell>
                {t("settings.networks.offered")}
              </Table.HeaderCell>
            </Table.Row>
          </Table.Header>
          <Table.Body className="last:border-b-0">
            {Object.values(CHAIN_INFO).map(({ code, name, ...chain }) => (
              <Table.Row key={code}>
                <Table.Cell>
                  <span className="flex items-center gap-x-2">
                    <span className="text-ui-fg-base">{name}</span>
                    {default_chain.value === code && (
                      <Badge size="2xsmall" color="blue">
                        {t("settings.networks.default")}
                      </Badge>
                    )}
                  </span>
                </Table.Cell>
                <Table.Cell className="font-mono">
                  {chain.evmChainId}
                </Table.Cell>
                <Table.Cell>
                  <a
                    href={chain.explorer.url}
                    target="_blank"
                    rel="noreferrer"
                    className="hover:text-ui-fg-base focus-visible:shadow-borders-focus rounded underline underline-offset-2 outline-none"
                  >
                    {chain.explorer.name}
                  </a>
                </Table.Cell>
                <Table.Cell>
                  <Offered coins={chains.value?.[code] ?? []} />
                </Table.Cell>
              </Table.Row>
            ))}
          </Table.Body>
        </Table>
      </div>
    </EditableSection>
  )
}

function Offered({ coins }: { coins: readonly string[] }) {
  const { t } = useTranslation("stablecoin")
  return coins.length ? (
    <span className="flex items-center gap-x-1 whitespace-nowrap">
      <CheckCircleSolid
        aria-hidden
        className="text-ui-tag-green-icon shrink-0"
      />
      {coins.join(", ")}
    </span>
  ) : (
    <span className="text-ui-fg-subtle">{t("settings.no")}</span>
  )
}
