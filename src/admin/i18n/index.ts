import en from "./en"
import es from "./es"

/**
 * Read by Medusa, whose admin merges the translations of all plugins. Other
 * languages fall back to English.
 */
export default {
  en: { stablecoin: en },
  es: { stablecoin: es },
}
