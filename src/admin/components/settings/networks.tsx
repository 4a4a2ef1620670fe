import { StatusBadge } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { CHAIN_INFO } from "../../../gateway/chains"
import type { Chain, CoinsByChain } from "../../../gateway/schemas/common"
import { takesNewPayments } from "../../../settings/new-payments"
import { useSettings } from "../../lib/settings"
import { useSettingsForm } from "../../lib/use-settings-form"
import { STABLECOINS } from "../../lib/words"
import { Choice, FieldGroup } from "../field"
import { DrawerForm } from "../drawer-shell"
import { networkName } from "../code-text"
import { CoinField, CoinTable } from "./coins"
import { EditableSection } from "./editable-section"

const NETWORKS = Object.values(CHAIN_INFO)

/** The networks with the coins that buyers may pay on each, and the default. */
export function NetworksSection() {
  const { t } = useTranslation("stablecoin")
  const { onchain, general } = useSettings()
  const { chains, default_chain } = onchain
  const { value: accepts } = general.accept_new_payments
  const title = t("settings.networks.title")
  return (
    <EditableSection
      title={title}
      text={t("settings.networks.text")}
      setting={{ problem: default_chain.problem, ...chains }}
      form={(onClose) => <NetworksForm onClose={onClose} />}
      actions={
        accepts &&
        !takesNewPayments(accepts, "onchain") && (
          <StatusBadge color="orange">
            {t("settings.noNewPayments")}
          </StatusBadge>
        )
      }
    >
      <CoinTable
        label={title}
        header={t("settings.networks.name")}
        rows={NETWORKS.map(({ code, name }) => ({
          name,
          coins: chains.value?.[code] ?? [],
          isDefault: default_chain.value === code ? "row" : null,
        }))}
      />
    </EditableSection>
  )
}

type Typed = { chains: CoinsByChain; default_chain: Chain | null }

function NetworksForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("stablecoin")
  const { chains, default_chain } = useSettings().onchain
  const { form, ...drawer } = useSettingsForm({
    area: "onchain",
    values: { chains: chains.value ?? {}, default_chain: default_chain.value },
    settingsOf,
    onDone: onClose,
  })
  const chosen = settingsOf(form.watch())
  return (
    <DrawerForm {...drawer}>
      <CoinField
        form={form}
        name="chains"
        label={t("settings.field.chains")}
        header={t("settings.networks.name")}
        rows={NETWORKS}
        labelOf={(coin, network) =>
          t("common.onNetwork", { sum: coin, network })
        }
      />
      {chosen.default_chain && (
        <FieldGroup
          label={t("settings.field.default_chain")}
          hint={t("settings.hint.default_chain")}
          error={form.formState.errors.default_chain?.message}
        >
          <Choice
            label={t("settings.field.default_chain")}
            value={chosen.default_chain}
            values={NETWORKS.flatMap(({ code }) =>
              code in chosen.chains ? code : []
            )}
            nameOf={networkName}
            onChange={(code) => form.setValue("default_chain", code)}
          />
        </FieldGroup>
      )}
    </DrawerForm>
  )
}

/** If the default network is removed, the first one offered becomes it. */
function settingsOf({ chains: ticked, default_chain: chosen }: Typed) {
  const chains: CoinsByChain = Object.fromEntries(
    NETWORKS.flatMap(({ code }) => {
      const coins = STABLECOINS.filter((coin) => ticked[code]?.includes(coin))
      return coins.length ? [[code, coins]] : []
    })
  )
  const default_chain =
    chosen && chosen in chains
      ? chosen
      : (NETWORKS.find(({ code }) => code in chains)?.code ?? null)
  return { chains, default_chain }
}
