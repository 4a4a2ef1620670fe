import { Label, RadioGroup } from "@medusajs/ui"
import { useId } from "react"
import { Controller } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { CHAIN_INFO } from "../../../gateway/chains"
import type { Chain, CoinsByChain } from "../../../gateway/schemas/common"
import type { Settings } from "../../lib/settings"
import { useLock } from "../../lib/use-lock"
import { useSettingsForm } from "../../lib/use-settings-form"
import { STABLECOINS } from "../../lib/words"
import { FieldGroup } from "../form/field-group"
import { DrawerForm } from "../form/drawer-form"
import { CoinGrid } from "./coin-grid"

type Props = { settings: Settings; onClose: () => void }

type Typed = { chains: CoinsByChain; default_chain: Chain | null }

const NETWORKS = Object.values(CHAIN_INFO)

/** The form of the networks, their coins and the default. */
export function NetworksForm({ settings, onClose }: Props) {
  const { t } = useTranslation("stablecoin")
  const lock = useLock()
  const { chains, default_chain } = settings.onchain
  const before: Typed = {
    chains: chains.value ?? {},
    default_chain: default_chain.value,
  }
  const { form, onSubmit, isSaving, problem } = useSettingsForm({
    version: settings.version,
    area: "onchain",
    values: before,
    saved: {
      chains: offeredOf(before.chains),
      default_chain: before.default_chain,
    },
    settingsOf,
    onDone: onClose,
  })
  const { errors } = form.formState
  const offered = form.watch("chains")
  return (
    <DrawerForm onSubmit={onSubmit} isSaving={isSaving} problem={problem}>
      <FieldGroup
        label={t("settings.field.chains")}
        hint={lock(chains)}
        error={errors.chains?.message}
      >
        <Controller
          control={form.control}
          name="chains"
          render={({ field }) => (
            <CoinGrid
              label={t("settings.field.chains")}
              header={t("settings.networks.name")}
              rows={NETWORKS}
              value={field.value}
              onChange={field.onChange}
              disabled={lock(chains) !== undefined}
              labelOf={(coin, network) =>
                t("common.onNetwork", { sum: coin, network })
              }
            />
          )}
        />
      </FieldGroup>
      <FieldGroup
        label={t("settings.field.default_chain")}
        hint={lock(default_chain) ?? t("settings.hint.default_chain")}
        error={errors.default_chain?.message}
      >
        <Controller
          control={form.control}
          name="default_chain"
          render={({ field }) => (
            <RadioGroup
              aria-label={t("settings.field.default_chain")}
              value={field.value ?? ""}
              onValueChange={field.onChange}
              disabled={lock(default_chain) !== undefined}
            >
              {NETWORKS.map(({ code, name }) => (
                <Choice
                  key={code}
                  code={code}
                  name={name}
                  disabled={!offered[code]?.length}
                />
              ))}
            </RadioGroup>
          )}
        />
      </FieldGroup>
    </DrawerForm>
  )
}

function Choice({
  code,
  name,
  disabled,
}: {
  code: Chain
  name: string
  disabled: boolean
}) {
  const id = useId()
  return (
    <div className="flex items-center gap-x-2">
      <RadioGroup.Item id={id} value={code} disabled={disabled} />
      <Label
        htmlFor={id}
        size="small"
        className={disabled ? "text-ui-fg-disabled" : undefined}
      >
        {name}
      </Label>
    </div>
  )
}

/** If the default network is removed, the first one offered becomes it. */
function settingsOf(typed: Typed) {
  const chains = offeredOf(typed.chains)
  const chosen = typed.default_chain
  const default_chain =
    chosen && chosen in chains
      ? chosen
      : (NETWORKS.find(({ code }) => code in chains)?.code ?? null)
  return { chains, default_chain }
}

/** The networks with a coin, in one order. */
function offeredOf(chains: CoinsByChain): CoinsByChain {
  return Object.fromEntries(
    NETWORKS.flatMap(({ code }) => {
      const coins = STABLECOINS.filter((coin) => chains[code]?.includes(coin))
      return coins.length ? [[code, coins]] : []
    })
  )
}
