import {
  en as paymentEn,
  es as paymentEs,
  type StablecoinLabels,
} from "medusa-payment-stablecoin-storefront/react"
import { en, type Texts } from "./en.ts"
import { es } from "./es.ts"

export type Language = {
  texts: Texts
  /** The texts of <StablecoinPayment>. */
  labels: StablecoinLabels
}

const LANGUAGES: Record<string, Language> = {
  en: { texts: en, labels: paymentEn },
  es: { texts: es, labels: paymentEs },
}

/** The first language of the buyer that the shop has, else English. */
export function languageOf(preferred: readonly string[]): Language {
  const [known] = preferred.flatMap(
    (tag) => LANGUAGES[tag.split("-")[0] ?? ""] ?? []
  )
  return known ?? { texts: en, labels: paymentEn }
}
