import type { TFunction } from "i18next"
import { durationOf } from "./duration"

/** A duration in hours, minutes and seconds: `2 h 30 min`. */
export function durationText(
  t: TFunction<"stablecoin">,
  duration: number
): string {
  const { hours, minutes, seconds } = durationOf(duration)
  return [
    hours > 0 ? t("settings.value.h", { hours }) : "",
    minutes > 0 ? t("settings.value.min", { minutes }) : "",
    seconds > 0 ? t("settings.value.s", { seconds }) : "",
  ]
    .filter(Boolean)
    .join(" ")
}
