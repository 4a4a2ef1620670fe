export * from "./accept"
export * from "./amount"
export * from "./dollar"
export { textGetter } from "./get-text"
export * from "./quote"
export * from "./rates"
export {
  type FetchedSource,
  type GetText,
  PriceSourceError,
  type ReadPrices,
  readSource,
} from "./read-source"
export * from "./settings"
