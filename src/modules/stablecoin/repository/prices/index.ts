export {
  claimSources as claim,
  listSources as list,
  storePrices as store,
} from "./sources"
export { findQuote, insertQuote, purgeQuotes } from "./quotes"
