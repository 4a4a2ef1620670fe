import { StatusBadge } from "@medusajs/ui"
import { Controller } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { CHAIN_INFO } from "../../../gateway/chains"
import type { Chain, CoinsByChain } from "../../../gateway/schemas/common"
import { takesNewPayments } from "../../../settings/new-payments"
import type { Settings } from "../../lib/settings"
import { useSettingsForm } from "../../lib/use-settings-form"
import { STABLECOINS } from "../../lib/words"
import { Choice } from "../choice"
import { DrawerForm } from "../form/drawer-form"
import { FieldGroup } from "../form/field-group"
import { networkName } from "../on-chain"
import { CoinField } from "./coin-field"
import { CoinsSection } from "./coins-section"

const NETWORKS = Object.values(CHAIN_INFO)

/** The networks with the coins that buyers may pay on each, and the default. */
export function NetworksSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation("stablecoin")
  const { chains, default_chain } = settings.onchain
  const { value: accepts } = settings.general.accept_new_payments
  return (
    <CoinsSection
      title={t("settings.networks.title")}
      text={t("settings.networks.text")}
      header={t("settings.networks.name")}
      rows={NETWORKS.map(({ code, name }) => ({
        code,
        name,
        coins: chains.value?.[code] ?? [],
        isDefault: default_chain.value === code ? "row" : null,
      }))}
      setting={{ problem: default_chain.problem, ...chains }}
      form={(onClose) => <NetworksForm {...{ settings, onClose }} />}
      actions={
        accepts &&
        !takesNewPayments(accepts, "onchain") && (
          <StatusBadge color="orange">
            {t("settings.noNewPayments")}
          </StatusBadge>
        )
      }
    />
  )
}

type Props = { settings: Settings; onClose: () => void }

type Typed = { chains: CoinsByChain; default_chain: Chain | null }

function NetworksForm({ settings, onClose }: Props) {
  const { t } = useTranslation("stablecoin")
  const { chains, default_chain } = settings.onchain
  const { form, ...drawer } = useSettingsForm({
    version: settings.version,
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
          <Controller
            control={form.control}
            name="default_chain"
            render={({ field }) => (
              <Choice
                label={t("settings.field.default_chain")}
                value={chosen.default_chain!}
                values={Object.keys(chosen.chains)}
                nameOf={networkName}
                onChange={field.onChange}
              />
            )}
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
