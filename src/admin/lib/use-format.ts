export { useTexts as useFormat, type Texts } from "./use-texts"
