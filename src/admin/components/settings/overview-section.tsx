import { Button, Container, Heading, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import type { Settings } from "../../lib/settings"
import { EncryptionGuide } from "./encryption-guide"

/** The page's title, and the required first steps. */
export function OverviewSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation("stablecoin")
  const { ready, problem } = settings.encryption
  return (
    <Container className="divide-y p-0">
      <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-4">
        <div>
          <Heading>{t("common.brand")}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t("settings.text")}
          </Text>
        </div>
        <Button size="small" variant="secondary" asChild>
          <Link to="/stablecoin/health">{t("settings.health")}</Link>
        </Button>
      </div>
      {!ready && (
        <div className="px-6 py-4">
          <EncryptionGuide problem={problem} />
        </div>
      )}
    </Container>
  )
}
