import { LockClosedSolid } from "@medusajs/icons"
import { Code, Container, Heading, Text } from "@medusajs/ui"
import type { ComponentType } from "react"
import { Trans, useTranslation } from "react-i18next"
import type { StablecoinPermission } from "../../http-types"
import { usePermissions } from "../lib/permissions"
import type { Texts } from "../lib/use-texts"
import { SectionSkeleton } from "./query-states"
import { TestMoneyBanner } from "./mode-strip"

/**
 * A page of the plugin, shown to users whose role may read it.
 *
 * @param needs Users without this permission get a message, and the page's data
 *   is not requested
 */
export function pageOf(needs: StablecoinPermission, Content: ComponentType) {
  return function AdminPage() {
    const { isLoading, may } = usePermissions()
    return (
      <>
        <TestMoneyBanner />
        {isLoading ? (
          <SectionSkeleton />
        ) : may(needs) ? (
          <Content />
        ) : (
          <MissingPermission needs={needs} />
        )}
      </>
    )
  }
}

/** The handle of a route: its name in the breadcrumbs, in any language. */
export function namedBy(nameOf: (t: Texts["t"]) => string) {
  function Name() {
    return nameOf(useTranslation("stablecoin").t)
  }
  return { breadcrumb: () => <Name /> }
}

/**
 * Explains that the user's role may not read a page, and names the missing
 * permission.
 */
function MissingPermission({ needs }: { needs: StablecoinPermission }) {
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
