import { LockClosedSolid } from "@medusajs/icons"
import { Code, Container, Heading, Text } from "@medusajs/ui"
import { Trans, useTranslation } from "react-i18next"
import type { StablecoinPermission } from "../../http-types"

/**
 * Explains that the user's role may not read a page, and names the missing
 * permission.
 */
export function MissingPermission({ needs }: { needs: StablecoinPermission }) {
  const { t } = useTranslation("stablecoin")
  return (
    <Container className="flex min-h-[200px] flex-col items-center justify-center gap-y-3 px-6 py-8 text-center">
      <LockClosedSolid aria-hidden className="text-ui-fg-subtle" />
      <div className="flex max-w-md flex-col gap-y-1">
        <Heading>{t("common.permissions.missing")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          <Trans
            t={t}
            i18nKey="common.permissions.ask"
            values={{ permission: needs }}
            components={{ code: <Code /> }}
          />
        </Text>
      </div>
    </Container>
  )
}
