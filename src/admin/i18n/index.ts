import en from "./en"
import es from "./es"

/** Read by Medusa: its admin merges the languages of all plugins; those that we lack fall back to English. */
export default {
  en: { stablecoin: en },
  es: { stablecoin: es },
}
