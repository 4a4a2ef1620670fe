export { type Choice, type Wanted } from "./choice.ts"
export { en, type StablecoinLabels } from "./labels.ts"
export { es } from "./labels-es.ts"
export { StablecoinPayment } from "./stablecoin-payment.tsx"
export type {
  StablecoinPaymentProps,
  StablecoinPaymentState,
  UseStablecoinPayment,
} from "./types.ts"
export { useStablecoinPayment } from "./use-stablecoin-payment.ts"
