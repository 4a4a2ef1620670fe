import { Alert, Code } from "@medusajs/ui"
import { Trans, useTranslation } from "react-i18next"
import { CopyButton } from "../copy"

const COMMAND = "openssl rand -base64 32"

const LINE = "encryptionKeys: [process.env.STABLECOIN_ENCRYPTION_KEY]"

export function EncryptionGuide({ problem }: { problem?: string }) {
  const { t } = useTranslation("stablecoin")
  return (
    <Alert variant="warning">
      <p className="txt-compact-small-plus">{t("settings.encryption.title")}</p>
      {problem && <p className="mt-1">{problem}</p>}
      <ol className="mt-2 flex list-decimal flex-col gap-y-2 pl-4">
        <li>
          {t("settings.encryption.make")}
          <Line text={COMMAND} what={t("settings.encryption.command")} />
        </li>
        <li>
          <Trans
            t={t}
            i18nKey="settings.encryption.write"
            components={{ code: <Code /> }}
          />
          <Line text={LINE} what={t("settings.encryption.line")} />
        </li>
        <li>{t("settings.encryption.restart")}</li>
      </ol>
    </Alert>
  )
}

function Line({ text, what }: { text: string; what: string }) {
  return (
    <span className="mt-1 flex items-center gap-x-1">
      <Code className="break-all">{text}</Code>
      <CopyButton text={text} what={what} />
    </span>
  )
}
