import { Drawer, Input, Text } from "@medusajs/ui"
import { useEffect } from "react"
import { useTranslation } from "react-i18next"
import { CHAIN_INFO } from "../../../gateway/chains"
import { useEndpointTest, type Settings } from "../../lib/settings"
import { useSettingsForm } from "../../lib/use-settings-form"
import { DrawerShell } from "../drawer-shell"
import { Field } from "../field"
import { DrawerForm } from "../form/drawer-form"
import { EncryptionGuide } from "./encryption-guide"
import { EndpointResults } from "./endpoint-results"
import { EndpointsList } from "./endpoints-list"
import type { NetworkSettings } from "./endpoint-text"
import { TestSection } from "./test-section"

type Props = {
  network: NetworkSettings
  settings: Settings
  onClose: () => void
}

/** Edits and tests the endpoints of a network. */
export function EndpointsDrawer({ open, ...props }: Props & { open: boolean }) {
  const { t } = useTranslation("stablecoin")
  const { network, settings, onClose } = props
  const isFixed = network.source === "config"
  return (
    <DrawerShell
      open={open}
      onClose={onClose}
      title={t("settings.endpoints.title", {
        network: CHAIN_INFO[network.chain].name,
      })}
      description={t("settings.endpoints.text")}
    >
      {isFixed || !settings.encryption.ready ? (
        <Drawer.Body className="flex flex-col gap-y-6 overflow-y-auto">
          <EndpointsList network={network} version={settings.version} />
          {isFixed ? (
            <Text size="small" className="text-ui-fg-subtle">
              {t("settings.source.config.hint")}
            </Text>
          ) : (
            <EncryptionGuide problem={settings.encryption.problem} />
          )}
          {network.endpoints.length > 0 && <Test network={network} />}
        </Drawer.Body>
      ) : (
        <AddForm {...props} />
      )}
    </DrawerShell>
  )
}

function AddForm({ network, settings, onClose }: Props) {
  const { t } = useTranslation("stablecoin")
  const { chain, endpoints } = network
  const { form, onSubmit, isSaving, problem } = useSettingsForm({
    version: settings.version,
    area: "blockchain",
    values: { rpc_urls: "" },
    changeOf: ({ rpc_urls }) => {
      const url = rpc_urls.trim()
      return url
        ? { blockchain: { rpc_urls: { [chain]: { add: [url] } } } }
        : null
    },
    onDone: onClose,
  })
  const typed = form.watch("rpc_urls").trim()
  return (
    <DrawerForm onSubmit={onSubmit} isSaving={isSaving} problem={problem}>
      <EndpointsList network={network} version={settings.version} />
      <Field
        label={t("settings.endpoints.add")}
        hint={t("settings.endpoints.hint")}
        error={form.formState.errors.rpc_urls?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register("rpc_urls")}
            type="text"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      {(typed || endpoints.length > 0) && (
        <Test network={network} typed={typed} />
      )}
    </DrawerForm>
  )
}

/** Tests the typed endpoint, or else those that are set. */
function Test({
  network: { chain },
  typed,
}: {
  network: NetworkSettings
  typed?: string
}) {
  const { t } = useTranslation("stablecoin")
  const test = useEndpointTest()
  const { reset: forgetTest } = test
  // Erases the tested URL when the form closes.
  useEffect(() => forgetTest, [forgetTest])
  return (
    <TestSection
      label={t(
        typed ? "settings.endpoints.testNew" : "settings.endpoints.test"
      )}
      test={test}
      onTest={() => test.mutate(typed ? { chain, url: typed } : { chain })}
    >
      <EndpointResults tests={test.data} />
    </TestSection>
  )
}
